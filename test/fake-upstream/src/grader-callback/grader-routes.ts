import type { Caller } from '../http/caller.ts'
import { graderOfExercise, graderOfSubmission } from '../auth/exercise-permissions.ts'
import { exerciseBrief } from '../exercises/render-exercise.ts'
import type { Call } from '../http/call.ts'
import { forbidden } from '../http/http-error.ts'
import { jsonReply } from '../http/reply.ts'
import type { Route } from '../http/router.ts'
import { submissionBrief, submissionPage } from '../submissions/render-submission.ts'
import { acceptGrade } from './accept-grade.ts'
import { pythonText } from './python-text.ts'

function submitterOf(caller: Caller): number {
  if (caller.kind !== 'exercise_grader' || caller.user === null) throw forbidden()
  return caller.user.id
}

function hasSubmissionsLeft(call: Call, userId: number): boolean {
  const { maxSubmissions } = call.exercise
  const own = (call.world.submissionsOf.get(call.exercise.id) ?? []).filter((id) =>
    call.world.submission(id).submitterIds.includes(userId),
  )
  return maxSubmissions === 0 || own.length < maxSubmissions
}

export const graderRoutes: readonly Route[] = [
  {
    operation: 'readGraded',
    method: 'GET',
    path: '/submissions/{submissionId}/grader',
    allow: graderOfSubmission,
    handle: (call, caller) => {
      const { submission } = call
      return jsonReply({
        url: call.link(`/submissions/${submission.id}/grader`),
        submission: { ...submissionBrief(call, caller, submission), html_url: submissionPage(call, submission) },
        exercise: exerciseBrief(call, call.exercise),
        grading_data: pythonText(submission.gradingData),
        is_graded: submission.status === 'ready' || submission.status === 'unofficial',
        feedback_response_seen: submission.notificationSeen,
      })
    },
  },
  {
    operation: 'grade',
    method: 'POST',
    path: '/submissions/{submissionId}/grader',
    allow: graderOfSubmission,
    handle: async (call) => jsonReply(await acceptGrade(call, call.submission)),
  },
  {
    // Each POST makes one more submission; a broken form makes one in `error`.
    operation: 'gradeNew',
    method: 'POST',
    path: '/exercises/{exerciseId}/grader',
    allow: graderOfExercise,
    handle: async (call, caller) => {
      const userId = submitterOf(caller)
      if (!hasSubmissionsLeft(call, userId)) {
        return jsonReply({ success: false, errors: ['You have used all submissions.'] })
      }
      const submission = call.world.addSubmission({ exerciseId: call.exercise.id, submitterIds: [userId] })
      return jsonReply(await acceptGrade(call, submission))
    },
  },
]
