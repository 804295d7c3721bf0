import type { TakeContentSlot, TakeSlot } from '../deps/reader-slots.ts'

/** How many of these readers, who may be one person several times, could get a slot now. */
export async function freeSlots(take: TakeSlot, readers: readonly number[]): Promise<number> {
  const signal = AbortSignal.timeout(20)
  const slots = await Promise.allSettled(readers.map((userId) => take(userId, signal)))
  const taken = slots.filter((slot) => slot.status === 'fulfilled')
  for (const { value: releaseSlot } of taken) releaseSlot()
  return taken.length
}

/** The contents of members of the staff. */
export const asStaff =
  (take: TakeContentSlot): TakeSlot =>
  (userId, signal) =>
    take({ userId, isStudent: false }, signal)
