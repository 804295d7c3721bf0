import type { Caller } from '../http/caller.ts'
import { seesUnrevealed } from '../auth/exercise-permissions.ts'
import type { Call } from '../http/call.ts'
import { siteTime, siteTimeOrNull } from '../http/date-time.ts'
import type { JsonObject } from '../http/json.ts'
import { exerciseBrief, exercisePage } from '../exercises/render-exercise.ts'
import { userBrief } from '../users/render-user.ts'
import type { Submission } from '../world/submission.ts'

/** The grade, or 0 if the caller may not see it yet. */
export function shownGrade(call: Call, caller: Caller, submission: Submission): number {
  return isRevealed(call, caller, submission) ? submission.grade : 0
}

function isRevealed(call: Call, caller: Caller, submission: Submission): boolean {
  return call.world.exercise(submission.exerciseId).feedbackRevealed || seesUnrevealed(call, caller)
}

export function submissionBrief(call: Call, caller: Caller, submission: Submission): JsonObject {
  return {
    id: submission.id,
    url: call.link(`/submissions/${submission.id}`),
    submission_time: siteTime(submission.submittedAtMs),
    grade: shownGrade(call, caller, submission),
  }
}

export function submissionPage(call: Call, submission: Submission): string {
  return `${exercisePage(call, call.world.exercise(submission.exerciseId))}submissions/${submission.id}/`
}

export function fileLink(call: Call, submission: Submission, fileId: number): string {
  return call.link(`/submissions/${submission.id}/files/${fileId}`)
}

export function submissionDetail(call: Call, caller: Caller, submission: Submission): JsonObject {
  const revealed = isRevealed(call, caller, submission)
  const { world } = call
  return {
    id: submission.id,
    url: call.link(`/submissions/${submission.id}`),
    html_url: submissionPage(call, submission),
    submission_time: siteTime(submission.submittedAtMs),
    grade: shownGrade(call, caller, submission),
    exercise: exerciseBrief(call, world.exercise(submission.exerciseId)),
    submitters: submission.submitterIds.map((id) => userBrief(call, world.user(id))),
    submission_data: submission.answers?.map(([key, value]) => [key, value]) ?? null,
    files: submission.files.map((file) => ({
      id: file.id,
      url: fileLink(call, submission, file.id),
      filename: file.filename,
      param_name: file.paramName,
    })),
    status: submission.status,
    late_penalty_applied: submission.latePenaltyApplied,
    grading_time: siteTimeOrNull(submission.gradedAtMs),
    grader: submission.graderId === null ? null : userBrief(call, world.user(submission.graderId)),
    feedback: revealed ? submission.feedback : null,
    assistant_feedback: revealed ? submission.assistantFeedback : null,
    grading_data: revealed ? submission.gradingData : null,
  }
}
