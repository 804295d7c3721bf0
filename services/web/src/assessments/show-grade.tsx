import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readRecordId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { placeOf, type Place } from '../layout/course-of.ts'
import { showPage } from '../layout/show-page.tsx'
import { differencesBetween } from '../islands/grading/differences.ts'
import type { Revisions } from '../islands/grading/field-id.ts'
import type { Fields } from '../islands/grading/fields.ts'
import type { GradingPage } from '../islands/grading/grading-page.ts'
import { gapsOf } from '../islands/grading/gaps.ts'
import { teaches, whosePage } from '../islands/grading/whose-page.ts'
import { mergeFields } from '../islands/grading/merge-fields.ts'
import { sameFields } from '../islands/grading/units.ts'
import { readWorkInTime } from '../submissions/read-work.ts'
import { GradePage } from './grade-page.tsx'
import { History, readHistory } from './history.tsx'
import type { PlainRefusal } from './refusal-of.ts'
import { leaseLeftOf, startOf } from './start-of.ts'
import { Work } from './work.tsx'

/** None where the person has no part in the course any more. */
const placesAbove = ({ session, locale }: Visit, courseId: number): Place[] =>
  session.courses.filter((course) => course.courseId === courseId).map((course) => placeOf(course, locale))

export interface Redrawn {
  readonly refusal?: PlainRefusal
  readonly sent?: { readonly base: Fields; readonly typed: Fields; readonly on: Revisions }
  readonly note?: string
  readonly reason?: string
  readonly typedReasons?: GradingPage['typedReasons']
  readonly revealed?: string
}

const reasonIn = ({ reason, typedReasons }: Redrawn): string =>
  reason ?? typedReasons?.restart ?? typedReasons?.reveal ?? ''

/** After a refusal the page shows all that was typed and, where the two differ, what the server has now beside it. */
export async function showGrade(ctx: RouterContext, deps: Deps, visit: Visit, again: Redrawn | null): Promise<void> {
  const { boundary, requestId, texts, locale, session } = visit
  const waits = ctx.URL.searchParams.has('files')
  const { body: assessment } = await boundary.getAssessment({
    params: { id: readRecordId(ctx.params['id']) },
    requestId,
  })
  const { courseId, exerciseId, submissionId, feedbackId } = assessment
  const [feedback, settings, queue = null, work] = await Promise.all([
    boundary.getFeedback({ params: { id: feedbackId }, requestId }).then(({ body }) => body),
    boundary.getExerciseGrading({ params: { courseId, exerciseId }, requestId }).then(({ body }) => body),
    boundary.listQueues({ params: { courseId }, query: { exerciseId }, requestId }).then(({ body }) => body.items[0]),
    readWorkInTime(visit, deps, submissionId, waits),
  ])
  const { userId } = session.user
  const isTeacher = teaches(session, courseId)
  const whose = whosePage({ ...assessment, leaseLeftS: leaseLeftOf(assessment) }, session)
  const { autoAdvance: goesOn, hideTemplateCode: folds } = session.preferences.grading
  const start = startOf(
    { assessment, feedback, settings, queue },
    { userId, texts, locale, whose, goesOn, teaches: isTeacher },
  )
  const answers = work?.content.formAnswers.map(({ key, title }): [string, string] => [key, title ?? key])
  const answerTitles = answers && Object.fromEntries(answers)
  const naming = { texts, locale, rubric: assessment.rubric, answerTitles }
  const typed = again?.sent ? mergeFields(again.sent.base, again.sent.typed, start.fields).fields : start.fields
  const refusal = again?.refusal && {
    message: (isTeacher ? again.refusal.messageForTeachers : undefined) ?? again.refusal.message,
    gaps: gapsOf(again.refusal.issues, typed, naming, { note: again.note ?? '', reason: reasonIn(again) }),
    differences: differencesBetween(typed, start.fields, naming),
  }
  const isReadOnly = start.whose !== 'mine'
  const page = {
    texts,
    start,
    fields: typed,
    typedOn: sameFields(typed, start.fields) ? undefined : again?.sent?.on,
    gaps: refusal?.gaps ?? [],
    isReadOnly,
    answerTitles,
    typedReasons: again?.typedReasons ?? {},
  }
  const history = isReadOnly && start.may.readHistory ? await readHistory(visit, assessment.id, undefined) : null
  showPage(ctx, deps, visit, {
    title: [start.shown.who, start.shown.exercise].join(' · '),
    places: [...placesAbove(visit, courseId), { name: start.shown.exercise, path: start.exercise.queuePath }],
    content: (
      <GradePage
        page={page}
        zone={visit.zone}
        refusal={refusal ?? null}
        revealed={again?.revealed ?? null}
        history={history && <History texts={texts} locale={locale} page={history} id={assessment.id} />}
        isSaved={ctx.URL.searchParams.has('saved')}
        isOtherCompleted={ctx.URL.searchParams.get('done') === 'completed'}
        note={again?.note ?? ''}
        reason={again?.reason ?? ''}
        folds={folds}
        work={
          <Work
            texts={texts}
            locale={locale}
            lang={assessment.language}
            work={work}
            folds={folds}
            feedback={feedback}
          />
        }
      />
    ),
    island: 'grading',
  })
}
