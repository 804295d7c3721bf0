import type { KeptWork } from '../grading/kept-work.ts'
import { gradePath, saveCalls } from '../grading/save-calls.ts'
import { idOf, type Kept, type Keeper } from '../kept/keeper.ts'
import { tabLock } from '../kept/tab-lock.ts'
import type { KeptDraft } from '../rubric/kept-draft.ts'
import { leftBy } from './left-by.ts'
import type { SentLeft } from './send-left.ts'

export type LeftKeeper = Pick<Keeper<KeptWork | KeptDraft>, 'all' | 'kept' | 'forget'>

interface Sent extends SentLeft {
  /** Of the page that shows it. */
  readonly path: string
}

const later = { outcome: 'later', who: '' } as const

/** Sends what closed tabs of this person left, and erases what arrived. */
export async function sendAllLeft(keeper: LeftKeeper, userId: number, exceptId?: string): Promise<Sent[]> {
  const sent: Sent[] = []
  for (const left of await leftBy(keeper, userId, Date.now()))
    if (idOf(left) !== exceptId) sent.push({ path: pathOf(left), ...(await send(keeper, userId, idOf(left))) })
  return sent
}

const pathOf = (kept: Kept): string => ('path' in kept ? `${kept.path}/edit` : gradePath(kept))

/** An open tab holds the lock, and sends its own text. */
async function send(keeper: LeftKeeper, userId: number, id: string): Promise<SentLeft> {
  return await navigator.locks.request(tabLock({ userId, id }), { ifAvailable: true }, async (lock) => {
    const kept = lock && (await keeper.kept(userId, id))
    if (kept === null) return later
    const sent = await sendKept(kept)
    if (sent.outcome === 'sent') await keeper.forget(userId, id)
    return sent
  })
}

/** Most pages have nothing to send, and need no script for it. */
async function sendKept(kept: KeptWork | KeptDraft): Promise<SentLeft> {
  if ('path' in kept) {
    const sending = await import('./send-left-draft.ts').catch(() => null)
    return sending === null ? later : { outcome: await sending.sendLeftDraft(kept), who: kept.who }
  }
  const sending = await import('./send-left.ts').catch(() => null)
  return sending === null ? later : await sending.sendLeft(kept, saveCalls)
}
