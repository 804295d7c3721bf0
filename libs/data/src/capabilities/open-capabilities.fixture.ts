import { openGrading } from '../testing/a-delivery.ts'
import { testIn } from '../testing/test-in.ts'

/** Opens a test database, with functions that make submissions in every state. */
export async function openCapabilities() {
  const grading = await openGrading()
  const { registered, one } = grading
  const rowOf = (submissionId: number) =>
    one('SELECT sealed_url, deleted_at FROM capability WHERE submission_id = $1', [submissionId])

  /** Resolves with the ids of a submission in each state that a delivery can be in. */
  async function inEveryState(of: { courseId: number; exerciseId: number }, fixture = false) {
    const states = ['none', 'held', 'pending', 'leased', 'delivered', 'refused', 'ambiguous', 'cancelled'] as const
    const ids: Partial<Record<(typeof states)[number], number>> = {}
    for (const [index, state] of states.entries()) {
      const submissionId = await registered({ ...of, fixture, submitterIds: [501 + index] })
      ids[state] = submissionId
      if (state === 'none') continue
      const id = await grading.complete(submissionId, state === 'held' ? 'held' : 'pending')
      if (state === 'held' || state === 'pending') continue
      await grading.bringTo(id, state)
    }
    return ids as Record<(typeof states)[number], number>
  }

  return { ...grading, rowOf, inEveryState }
}

export const it = testIn(openCapabilities)
export { testIn }
