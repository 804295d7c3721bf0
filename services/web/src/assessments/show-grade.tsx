import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps.ts'
import { readRecordId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { nameOfExercise } from '../layout/names.ts'
import { showPage } from '../layout/show-page.tsx'
import { queuePath } from '../claims/grade-next.ts'
import { differencesBetween } from './differences.ts'
import { drawnFrom, type FormState } from './form-state.ts'
import { GradePage } from './grade-page.tsx'
import { mergeStates } from './merge-states.ts'
import { gapsOf, type PlainRefusal } from './refusal-of.ts'
import { whosePage } from './whose-page.ts'

/** How long the page waits for the work: rubric and feedback can be worked on meanwhile. */
const filesWithinMs = 3_000

/** What a page is drawn again with after a refusal. */
interface Redrawn {
  readonly refusal: PlainRefusal
  /** What was typed, and from what it was drawn. */
  readonly sent?: { readonly base: FormState; readonly typed: FormState }
  readonly note?: string
  readonly reason?: string
}

/** After a refusal all that was typed stands in the page again, and what stands now beside it where the two differ. */
export async function showGrade(ctx: RouterContext, deps: Deps, visit: Visit, again: Redrawn | null): Promise<void> {
  const { boundary, requestId, texts, locale, session } = visit
  const { userId } = session.user
  const waits = ctx.URL.searchParams.has('files')
  const { body: assessment } = await boundary.getAssessment({
    params: { id: readRecordId(ctx.params['id']) },
    requestId,
  })
  const { courseId, exerciseId, submissionId, feedbackId } = assessment
  const [feedback, settings, content] = await Promise.all([
    boundary.getFeedback({ params: { id: feedbackId }, requestId }).then(({ body }) => body),
    boundary.getExerciseGrading({ params: { courseId, exerciseId }, requestId }).then(({ body }) => body),
    boundary
      .getSubmissionContent({
        params: { submissionId },
        requestId,
        ...(waits ? {} : { signal: AbortSignal.timeout(filesWithinMs) }),
      })
      .then(
        ({ body }) => body,
        () => null,
      ),
  ])
  const drawn = drawnFrom(userId, assessment, feedback)
  const typed = again?.sent ? mergeStates(again.sent.base, again.sent.typed, drawn.state) : drawn.state
  const refusal = again && {
    message: again.refusal.message,
    gaps: gapsOf(again.refusal, assessment, visit),
    differences: differencesBetween(typed, drawn.state, assessment, { texts, locale }),
  }
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
        refusal={refusal}
        note={again?.note ?? ''}
        isSaved={ctx.URL.searchParams.has('saved')}
        reason={again?.reason ?? ''}
        whose={whosePage(assessment, session)}
      />
    ),
  })
}

const titleOf = (assessment: Assessment, { texts, locale }: Visit): string =>
  [assessment.submitters.map(({ fullName }) => fullName).join(', '), nameOfExercise(assessment, texts, locale)].join(
    ' · ',
  )
