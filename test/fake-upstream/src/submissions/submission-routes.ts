import type { Caller } from '../http/caller.ts'
import { exerciseVisible, maySee, submissionVisible } from '../auth/exercise-permissions.ts'
import { isCourseStaff, staffOnly } from '../auth/permissions.ts'
import type { Call } from '../http/call.ts'
import { paginated } from '../http/paginate.ts'
import { readParsedBody } from '../http/parse-body.ts'
import { forbidden, notFound, serverCrash } from '../http/http-error.ts'
import { emptyReply, jsonReply, type Reply } from '../http/reply.ts'
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

function listOf(call: Call, caller: Caller, userId: number | null): Reply {
  const submissions = visibleSubmissions(call, caller).filter(
    (submission) => userId === null || submission.submitterIds.includes(userId),
  )
  return paginated(call, submissions, (submission) => submissionBrief(call, caller, submission))
}

function staffOfSubmission(call: Call, caller: Caller): void {
  staffOnly(call, caller)
  if (!isCourseStaff(call, caller) || !maySee(call, caller, call.submission)) throw forbidden()
}

function askedTag(call: Call): string {
  const slug = readParsedBody(call.request)['tag_slug']
  if (typeof slug !== 'string' || !call.course.submissionTags.includes(slug)) throw notFound()
  return slug
}

export const submissionRoutes: readonly Route[] = [
  {
    operation: 'listSubmissions',
    method: 'GET',
    path: '/exercises/{exerciseId}/submissions',
    allow: exerciseVisible,
    handle: (call, caller) => listOf(call, caller, null),
  },
  {
    operation: 'listOwnSubmissions',
    method: 'GET',
    path: '/exercises/{exerciseId}/submissions/me',
    allow: exerciseVisible,
    handle: (call, caller) => listOf(call, caller, caller.kind === 'user' ? caller.user.id : 0),
  },
  {
    operation: 'listSubmissionsOfUser',
    method: 'GET',
    path: '/exercises/{exerciseId}/submissions/{userId}',
    allow: exerciseVisible,
    handle: (call, caller) => listOf(call, caller, call.id('userId')),
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
  {
    operation: 'tagSubmission',
    method: 'POST',
    path: '/submissions/{submissionId}/tag',
    allow: staffOfSubmission,
    handle: (call) => {
      const slug = askedTag(call)
      if (call.submission.tags.includes(slug)) return emptyReply(409)
      call.submission.tags.push(slug)
      return emptyReply(201)
    },
  },
  {
    operation: 'untagSubmission',
    method: 'DELETE',
    path: '/submissions/{submissionId}/tag',
    allow: staffOfSubmission,
    handle: (call) => {
      const slug = askedTag(call)
      if (!call.submission.tags.includes(slug)) throw notFound()
      call.submission.tags = call.submission.tags.filter((tag) => tag !== slug)
      return emptyReply(200)
    },
  },
]
