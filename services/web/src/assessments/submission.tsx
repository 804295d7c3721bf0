import { HttpError } from '@course-grading/http-kit'
import type Router from '@koa/router'
import { Work } from './work.tsx'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import { seeOther } from '../http/see-other.ts'
import { openVisit } from '../http/visit.ts'
import { TimeIn } from '../islands/display/time.tsx'
import { courseOf, gradesIn, isOwnOf, placeOf } from '../layout/course-of.ts'
import { nameOfExercise } from '../layout/names.ts'
import { showPage } from '../layout/show-page.tsx'
import { readWorkInTime } from '../submissions/read-work.ts'
import { queuePath } from '../claims/grade-next.ts'

/** Leads to the assessment of a submission. What nobody has begun is shown here, to be taken up. */
export function submission(router: Router, deps: Deps): void {
  router.get('submission', '/submissions/:submissionId', async (ctx) => {
    const visit = await openVisit(ctx, deps)
    if (visit === null) return
    const { boundary, requestId, texts, locale, session } = visit
    const params = { submissionId: readId(ctx.params['submissionId']) }
    const { body: found } = await boundary.getSubmission({ params, requestId })
    const course = courseOf(visit, found.courseId)
    if (!gradesIn(course)) throw new HttpError('not_found')
    const { submitters, attempt, language, mayClaim } = found
    if (found.assessment !== null && !isOwnOf(visit, course)(found))
      return seeOther(ctx, `/grade/${found.assessment.id}`)
    const work = await readWorkInTime(visit, deps, params.submissionId, ctx.URL.searchParams.has('files'))
    const who = submitters.map(({ fullName }) => fullName).join(', ') || texts.grading.who
    const exercise = nameOfExercise(found, texts, locale)
    const content = (
      <>
        <h1>{who}</h1>
        <p class="quiet small">
          {[exercise, attempt !== null && texts.grading.attempt(attempt), '']
            .filter((part) => part !== false)
            .join(' · ')}
          <TimeIn text={texts.grading.handedIn} at={found.submittedAt} />
        </p>
        <section class="work-box" aria-label={texts.work.title}>
          <h2 class="visually-hidden">{texts.work.title}</h2>
          <Work
            texts={texts}
            locale={locale}
            {...(language !== null && { lang: language })}
            work={work}
            folds={session.preferences.grading.hideTemplateCode}
            feedback={null}
          />
        </section>
        {mayClaim && (
          <form method="post" action={`${queuePath(found)}/submissions/${params.submissionId}/take-up`} class="bar">
            <button class="main">{texts.queue.takeUp}</button>
          </form>
        )}
      </>
    )
    showPage(ctx, deps, visit, {
      title: `${who} · ${exercise}`,
      within: { course, at: 'submissions' },
      places: [placeOf(course, locale), { name: exercise, path: queuePath(found) }, { name: who }],
      content,
    })
  })
}
