import type { Queue } from '@course-grading/contracts/claims/queue'
import { defaultExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import { selectQueues, type StoredQueue } from '@course-grading/data/claims/list-queues'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'
import { claimRestriction } from './claimer.ts'

export const listQueues: FrontendHandler<'listQueues'> = async (
  { subject: member, params: { courseId }, query: { exerciseId = null }, page, caller: { userId } },
  { database },
) => {
  const rows = await selectQueues(database, {
    courseId,
    exerciseId,
    graderId: userId,
    restriction: claimRestriction(member),
    after: page.after?.[0] ?? null,
    limit: page.limit + 1,
  })
  return pageReply({ rows, page, keyOf: ({ exerciseId }) => [exerciseId], itemOf: toQueue })
}

const toQueue = ({ revision, rubricId, rubricTitle, release, releaseAt, anonymous, ...queue }: StoredQueue): Queue => ({
  ...queue,
  grading: {
    revision: revision ?? 0,
    rubricId,
    rubricTitle,
    release: release ?? defaultExerciseGrading.release,
    releaseAt,
    anonymous: anonymous ?? defaultExerciseGrading.anonymous,
  },
})
