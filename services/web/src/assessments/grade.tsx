import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import { FrontendTransportError } from '@course-grading/frontend-transport'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps.ts'
import { readForm } from '../http/read-form.ts'
import { readRecordId } from '../http/read-id.ts'
import { openVisit, type Visit } from '../http/visit.ts'
import { nameOfExercise } from '../layout/names.ts'
import { showPage } from '../layout/show-page.tsx'
import { claimNext, queuePath } from '../claims/grade-next.ts'
import { differencesBetween } from './differences.ts'
import { type Drawn, drawnFrom, type FormState } from './form-state.ts'
import { GradePage } from './grade-page.tsx'
import { fieldNames, readState } from './grading-fields.ts'
import { readDrawn } from './read-drawn.ts'
import { gapsOf, type PlainRefusal, refusalOf } from './refusal-of.ts'
import { saveState } from './save-state.ts'

const path = '/grade/:id'

export function grade(router: Router, deps: Deps): void {
  router.get(path, async (ctx) => {
    const visit = await openVisit(ctx, 'showGrade', deps)
    if (visit !== null) await showGrade(ctx, deps, visit, null)
  })
  router.post(path, async (ctx) => {
    const visit = await openVisit(ctx, 'grade', deps)
    if (visit === null) return
    const form = await readForm(ctx)
    const drawn = readDrawn(form.get(fieldNames.drawn))
    const typed = readState(form, drawn)
    const id = readRecordId(ctx.params['id'])
    try {
      const to = await act(visit, {
        id,
        drawn,
        typed,
        action: form.get('action') ?? 'save',
        note: form.get('note') ?? '',
      })
      ctx.redirect(to)
      ctx.status = 303
    } catch (error) {
      if (!(error instanceof FrontendTransportError)) throw error
      const refusal = refusalOf(error, visit.texts)
      if (refusal === null) throw error
      ctx.status = 409
      await showGrade(ctx, deps, visit, { typed, refusal })
    }
  })
}

interface Action {
  readonly id: string
  readonly drawn: Drawn
  readonly typed: FormState
  readonly action: string
  readonly note: string
}

/** Saves first, whatever comes then, so that nothing is lost. Returns where to go on. */
async function act(visit: Visit, { id, drawn, typed, action, note }: Action): Promise<string> {
  const { boundary, requestId } = visit
  const revision = await saveState(visit, { id, drawn, typed })
  const params = { id }
  if (action === 'complete') {
    const { body } = await boundary.completeAssessment({ params, ifMatch: `"${revision}"`, requestId })
    return await claimNext(visit, body)
  }
  if (action !== 'handBack' && action !== 'postpone') return `/grade/${id}?saved`
  if (action === 'postpone') await boundary.postponeAssessment({ params, body: { note }, requestId })
  else await boundary.releaseClaim({ params, requestId })
  const { body } = await boundary.getAssessment({ params, requestId })
  return queuePath(body)
}

interface Redrawn {
  readonly typed: FormState
  readonly refusal: PlainRefusal
}

/** After a refusal all that was typed stands in the page again, and what stands now beside it where the two differ. */
async function showGrade(ctx: RouterContext, deps: Deps, visit: Visit, again: Redrawn | null): Promise<void> {
  const { boundary, requestId, texts, locale, held } = visit
  const { body: assessment } = await boundary.getAssessment({
    params: { id: readRecordId(ctx.params['id']) },
    requestId,
  })
  const { courseId, exerciseId, submissionId, feedbackId } = assessment
  const [feedback, settings, content] = await Promise.all([
    boundary.getFeedback({ params: { id: feedbackId }, requestId }).then(({ body }) => body),
    boundary.getExerciseGrading({ params: { courseId, exerciseId }, requestId }).then(({ body }) => body),
    boundary.getSubmissionContent({ params: { submissionId }, requestId }).then(
      ({ body }) => body,
      () => null,
    ),
  ])
  const drawn = drawnFrom(assessment, feedback)
  const typed = again?.typed ?? drawn.state
  const differences = again?.refusal.showsDifferences
    ? differencesBetween(typed, drawn.state, assessment, { texts, locale })
    : []
  showPage(ctx, deps, visit, {
    title: titleOf(assessment, visit),
    places: [{ name: nameOfExercise(assessment, texts, locale), path: queuePath(assessment) }],
    content: (
      <GradePage
        texts={texts}
        locale={locale}
        assessment={assessment}
        feedback={feedback}
        content={content}
        drawn={drawn}
        typed={typed}
        isImmediate={settings.release === 'immediate'}
        refusal={
          again && { message: again.refusal.message, gaps: gapsOf(again.refusal, assessment, visit), differences }
        }
        isSaved={ctx.URL.searchParams.has('saved')}
        isHolder={assessment.state === 'in_progress' && assessment.holder?.userId === held.userId}
      />
    ),
  })
}

const titleOf = (assessment: Assessment, { texts, locale }: Visit): string =>
  [assessment.submitters.map(({ fullName }) => fullName).join(', '), nameOfExercise(assessment, texts, locale)].join(
    ' · ',
  )
