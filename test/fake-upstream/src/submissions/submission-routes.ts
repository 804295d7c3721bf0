import type { Caller } from '../http/caller.ts'
import { exerciseVisible, maySee, submissionVisible } from '../auth/exercise-permissions.ts'
import { isCourseStaff, staffOnly } from '../auth/permissions.ts'
import type { Call } from '../http/call.ts'
import { paginated } from '../http/paginate.ts'
import { forbidden, serverCrash } from '../http/http-error.ts'
import { emptyReply, jsonReply } from '../http/reply.ts'
import type { Route } from '../http/router.ts'
import type { Submission } from '../world/submission.ts'
import { sendToGradingService } from './grading-service.ts'
import { submissionBrief, submissionDetail } from './render-submission.ts'

/** The newest come first, so new submissions move the pages while somebody reads them. */
function visibleSubmissions(call: Call, caller: Caller): Submission[] {
  // A+ fails with an exception when a grader token asks for a list.
  if (caller.kind !== 'user') throw serverCrash()
  const ids = call.world.submissionsOf.get(call.exercise.id) ?? []
  return ids
    .map((id) => call.world.submission(id))
    .filter((submission) => maySee(call, caller, submission))
    .sort((a, b) => b.id - a.id)
}

function staffOfSubmission(call: Call, caller: Caller): void {
  staffOnly(call, caller)
  if (!isCourseStaff(call, caller) || !maySee(call, caller, call.submission)) throw forbidden()
}

export const submissionRoutes: readonly Route[] = [
  {
    operation: 'listSubmissions',
    method: 'GET',
    path: '/exercises/{exerciseId}/submissions',
    allow: exerciseVisible,
    handle: (call, caller) =>
      paginated(call, visibleSubmissions(call, caller), (submission) => submissionBrief(call, caller, submission)),
  },
  {
    operation: 'readSubmission',
    method: 'GET',
    path: '/submissions/{submissionId}',
    allow: submissionVisible,
    handle: (call, caller) => jsonReply(submissionDetail(call, caller, call.submission)),
  },
  {
    operation: 'resubmit',
    method: 'POST',
    path: '/submissions/{submissionId}/re-submit',
    allow: staffOfSubmission,
    handle: async (call) => {
      await sendToGradingService(call, call.submission, 'resubmitted')
      return emptyReply(200, { Location: call.link(`/submissions/${call.submission.id}`) })
    },
  },
]
