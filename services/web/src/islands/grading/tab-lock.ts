import type { KeptWork } from './keeper.ts'

/** The Web Lock of the one tab in which a person writes an assessment. */
export const tabLock = (userId: number, assessmentId: string): string => `grading/${userId}/${assessmentId}`

/** How long a page that was left, or sends what another one left, may still have it. */
const leavingMs = 300
/** How long a tab that is asked for it may take to save; one that does not answer loses it. */
const givingMs = 3_000

interface TabEvents {
  /** Whether the tab that has it is asked for it. */
  readonly asks: boolean
  /** Another tab goes on: resolves once this one has sent what it can. */
  readonly onLost: () => Promise<void>
}

/** Takes the lock. Returns what gives it back; null where another tab has it. */
export async function holdTab(
  { userId, assessmentId }: Pick<KeptWork, 'userId' | 'assessmentId'>,
  { asks, onLost }: TabEvents,
): Promise<(() => void) | null> {
  const name = tabLock(userId, assessmentId)
  const channel = new BroadcastChannel(name)
  const { promise: end, resolve: giveBack } = Promise.withResolvers<void>()
  const request = (options: LockOptions): Promise<boolean> =>
    new Promise((resolve) => {
      let isHeld = false
      navigator.locks
        .request(name, options, (lock) => {
          if (lock === null) return resolve(false)
          isHeld = true
          resolve(true)
          return end
        })
        // It did not come in time, or was stolen.
        .catch(() => (isHeld ? void onLost() : resolve(false)))
    })
  if (asks) channel.postMessage('asks')
  // The time is for a tab that has it: a browser may take longer to answer at all.
  const isHeld =
    (await request({ ifAvailable: true })) ||
    (await request({ signal: AbortSignal.timeout(asks ? givingMs : leavingMs) })) ||
    (asks && (await request({ steal: true })))
  channel.onmessage = () => void onLost().then(giveBack)
  void end.then(() => channel.close())
  if (!isHeld) giveBack()
  return isHeld ? giveBack : null
}
