interface Written {
  readonly userId: number
  /** Of an assessment, or the path of a rubric. */
  readonly id: string
}

/** The name of the Web Lock of the one tab in which a person writes something. */
export const tabLock = ({ userId, id }: Written): string => `grading/${userId}/${id}`

/** Milliseconds that a page that was left, or sends what another tab left, may still hold the lock. */
const leavingMs = 300
/** Milliseconds that a tab which is asked for the lock may take to save. A tab that does not answer loses the lock. */
const givingMs = 3_000

interface TabEvents {
  /** Whether the tab that holds the lock is asked for it. */
  readonly asks: boolean
  /** Called when another tab takes the lock. Resolves once this tab has sent what it can. */
  readonly onLost: () => Promise<void>
}

/** Takes the lock. Resolves to the function that gives it back; null where another tab holds it. */
export async function holdTab(written: Written, { asks, onLost }: TabEvents): Promise<(() => void) | null> {
  const name = tabLock(written)
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
        // A request fails where the lock did not come in time, or was stolen.
        .catch(() => (isHeld ? void onLost() : resolve(false)))
    })
  if (asks) channel.postMessage('asks')
  // The first request has no time limit, which is for another tab that holds the lock: a browser may take longer to answer at all.
  const isHeld =
    (await request({ ifAvailable: true })) ||
    (await request({ signal: AbortSignal.timeout(asks ? givingMs : leavingMs) })) ||
    (asks && (await request({ steal: true })))
  channel.onmessage = () => void onLost().then(giveBack)
  void end.then(() => channel.close())
  if (!isHeld) giveBack()
  return isHeld ? giveBack : null
}
