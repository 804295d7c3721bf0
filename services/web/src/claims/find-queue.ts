import type { Queue } from '@course-grading/contracts/claims/queue'
import { HttpError } from '@course-grading/http-kit'
import type { Visit } from '../http/visit.ts'

/** @throws HttpError not_found where the course does not grade the exercise by hand */
export async function findQueue(
  { boundary, requestId }: Visit,
  params: { readonly courseId: number },
  exerciseId: number,
): Promise<Queue> {
  const { body } = await boundary.listQueues({ params, query: { exerciseId }, requestId })
  const [queue] = body.items
  if (queue === undefined) throw new HttpError('not_found')
  return queue
}
