import type { Keeper, KeptWork } from '../grading/keeper.ts'
import { saveCalls } from '../grading/save-calls.ts'
import { tabLock } from '../grading/tab-lock.ts'
import { leftBy } from './left-by.ts'
import type { LeftOutcome } from './send-left.ts'

interface Sent extends Pick<KeptWork, 'assessmentId' | 'who'> {
  readonly outcome: LeftOutcome
}

/** Sends what closed tabs of this person left, and erases what arrived. */
export async function sendAllLeft(keeper: Keeper, userId: number, exceptId?: string): Promise<Sent[]> {
  const sent: Sent[] = []
  for (const { assessmentId, who } of await leftBy(keeper, userId, Date.now()))
    if (assessmentId !== exceptId) sent.push({ assessmentId, who, outcome: await send(keeper, userId, assessmentId) })
  return sent
}

/** An open tab holds the lock, and sends its own work. */
async function send(keeper: Keeper, userId: number, assessmentId: string): Promise<LeftOutcome> {
  return await navigator.locks.request(tabLock(userId, assessmentId), { ifAvailable: true }, async (lock) => {
    const kept = lock && (await keeper.kept(userId, assessmentId))
    if (kept === null) return 'later'
    // Most pages have nothing to send, and need no script for it.
    const sending = await import('./send-left.ts').catch(() => null)
    if (sending === null) return 'later'
    const outcome = await sending.sendLeft(kept, saveCalls)
    if (outcome === 'sent') await keeper.forget(userId, assessmentId)
    return outcome
  })
}
