import { setTimeout as delay } from 'node:timers/promises'

/** Asks again and again until `look` answers something that is neither undefined nor false; fails at the deadline. */
export async function eventually<T>(look: () => Promise<T> | T, deadlineMs = 5_000): Promise<NonNullable<T>> {
  const end = performance.now() + deadlineMs
  for (;;) {
    const seen = await look()
    if (seen !== undefined && seen !== null && seen !== false) return seen
    if (performance.now() > end) throw new Error(`not seen within ${deadlineMs} ms`)
    await delay(10)
  }
}
