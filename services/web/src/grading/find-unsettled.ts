import type { Queue } from '@course-grading/contracts/claims/queue'
import type { Delivery } from '@course-grading/contracts/delivery/delivery'
import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import { readPages } from '../http/read-pages.ts'
import type { Visit } from '../http/visit.ts'

interface Known {
  readonly courseId: number
  readonly queue: Queue
  /** What a release would show now. */
  readonly rows: readonly SubmissionRow[]
  /** Whether there are more rows, of which some may be among those that cannot be sent. */
  readonly isCut: boolean
  readonly undeliverable: ReadonlySet<string>
}

export interface Unsettled {
  readonly deliveries: readonly Delivery[]
  /** What was released, though its grade cannot be sent. */
  readonly unsent: readonly SubmissionRow[]
  readonly more: number
}

/** Grades of the exercise that have not arrived for sure. Asks only for what is known to be there. */
export async function findUnsettled({ boundary, requestId }: Visit, known: Known): Promise<Unsettled> {
  const { queue, rows, isCut, undeliverable } = known
  const params = { courseId: known.courseId }
  const { exerciseId } = queue
  const states = (['ambiguous', 'refused'] as const).filter((state) => queue[state] > 0)
  const planned = new Set(rows.map(({ assessment }) => assessment?.id))
  const unsent = [...undeliverable].filter((id) => !planned.has(id))
  // The lists are of the whole course and of all that was released: they are read until all that is looked for was found.
  const ours = (list: readonly Delivery[]) => list.filter((each) => each.exerciseId === exerciseId)
  const unsentOf = (list: readonly SubmissionRow[]) =>
    list.filter(({ assessment }) => assessment && unsent.includes(assessment.id))
  const released = { exerciseId, state: 'released' as const }
  const [lists, found] = await Promise.all([
    Promise.all(
      states.map((state) =>
        readPages(
          (page) => boundary.listDeliveries({ params, query: { state, ...page }, requestId }),
          (read) => ours(read).length >= queue[state],
        ),
      ),
    ),
    unsent.length === 0
      ? null
      : readPages(
          (page) => boundary.listSubmissions({ params, query: { ...released, ...page }, requestId }),
          (read) => unsentOf(read).length >= unsent.length,
        ),
  ])
  const deliveries = lists.flatMap(({ items }) => ours(items))
  const listed = unsentOf(found?.items ?? [])
  const others = isCut ? 0 : unsent.length - listed.length
  const more = Math.max(0, queue.ambiguous + queue.refused - deliveries.length) + others
  return { deliveries, unsent: listed, more }
}
