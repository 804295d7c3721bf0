import type { Call } from '../http/call.ts'
import type { Submission } from '../world/submission.ts'
import { applyGrade } from './apply-grade.ts'

/**
 * What follows when A+ posts a submission to the exercise's grading service. Automatic exercises are graded at once;
 * deferred ones wait, and whoever plays the service hears of it with the secret URL.
 * @returns errors for the student; empty when the service took it
 */
export function sendToGradingService(
  call: Call, submission: Submission, kind: 'submitted' | 'resubmitted',
): readonly string[] {
  const { world } = call
  if (!world.features.gradingServiceUp) {
    if (kind === 'submitted') submission.status = 'initialized'
    return ['The grading service is not available.']
  }
  const { grading, maxPoints } = world.exercise(submission.exerciseId)
  if (grading.kind === 'automatic') {
    submission.feedback = '<p>Checked automatically.</p>'
    applyGrade(world, submission, { points: grading.points, maxPoints })
  } else {
    submission.status = 'waiting'
    submission.feedback = '<p>Your work waits to be assessed by a person.</p>'
  }
  const submissionUrl = `${call.request.origin}${world.submissionUrlPath(submission.id)}`
  call.announce({ kind, submission, submissionUrl })
  return []
}
