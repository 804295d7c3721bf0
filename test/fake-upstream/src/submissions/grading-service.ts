import type { Call } from '../http/call.ts'
import type { Submission } from '../world/submission.ts'
import { applyGrade } from './apply-grade.ts'
import { readRow, saveRow } from './row-write.ts'

/**
 * A+ posts a submission to the exercise's grading service. Whoever listens to submission events receives its secret
 * URL. When the service has replied, automatic exercises are graded and deferred ones wait; the row is then saved over
 * whatever was delivered since the post.
 * @returns errors for the student, none if the service took it
 */
export async function sendToGradingService(
  call: Call,
  submission: Submission,
  kind: 'submitted' | 'resubmitted',
): Promise<readonly string[]> {
  const { world } = call
  if (!world.features.gradingServiceUp) return ['The grading service is not available.']
  const row = readRow(submission)
  const submissionUrl = `${call.request.origin}${world.submissionUrlPath(submission.id)}`
  call.announce({ kind, submission, submissionUrl })
  await world.calledServices.grading?.(submission)
  const { grading, maxPoints } = world.exercise(submission.exerciseId)
  if (grading.kind === 'automatic') {
    row.feedback = '<p>Checked automatically.</p>'
    applyGrade(world, row, { points: grading.points, maxPoints })
    await world.calledServices.postGradingHook?.(submission)
  } else {
    row.status = 'waiting'
    row.feedback = '<p>Your work waits to be assessed by a person.</p>'
  }
  saveRow(submission, row)
  return []
}
