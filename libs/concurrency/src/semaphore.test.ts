import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSemaphore, type Acquisition, type Semaphore } from './index.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('createSemaphore', () => {
  it('admits as many callers as there are slots, and those that wait in the order of coming, one for each release', async () => {
    const semaphore = createSemaphore({ slots: 2 })
    const callers = [1, 2, 3, 4, 5].map(() => acquiring(semaphore))
    const outcomes = () => callers.map(({ outcome }) => outcome)
    await settled()
    expect(outcomes()).toEqual(['acquired', 'acquired', 'waiting', 'waiting', 'waiting'])
    expect([semaphore.inUse(), semaphore.waiting()]).toEqual([2, 3])
    for (const waiting of [2, 1]) {
      semaphore.release()
      await settled()
      expect(outcomes().slice(5 - waiting)).toEqual(Array(waiting).fill('waiting'))
      expect(outcomes().slice(0, 5 - waiting)).not.toContain('waiting')
      expect([semaphore.inUse(), semaphore.waiting()]).toEqual([2, waiting])
    }
    for (const left of [2, 1, 0]) {
      semaphore.release()
      expect(semaphore.inUse()).toBe(left)
    }
  })

  it('gives a released slot directly to a waiting caller, so that it is not free in between', async () => {
    const semaphore = createSemaphore({ slots: 1 })
    expect(semaphore.tryAcquire()).toBe(true)
    const waiting = acquiring(semaphore)
    semaphore.release()
    expect(semaphore.tryAcquire()).toBe(false)
    await settled()
    expect(waiting.outcome).toBe('acquired')
  })

  it('rejects at once when the queue is full', async () => {
    const semaphore = createSemaphore({ slots: 1, queueLimit: 1 })
    const callers = [1, 2, 3].map(() => acquiring(semaphore))
    await settled()
    expect(callers.map(({ outcome }) => outcome)).toEqual(['acquired', 'waiting', 'queue_full'])
  })

  it('lets a caller wait only for its own time, and then removes it from the queue', async () => {
    const semaphore = createSemaphore({ slots: 1, queueLimit: 1 })
    semaphore.tryAcquire()
    const late = acquiring(semaphore, undefined, 30)
    await vi.advanceTimersByTimeAsync(29)
    expect(late.outcome).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect([late.outcome, semaphore.waiting()]).toEqual(['timed_out', 0])
    semaphore.release()
    expect(semaphore.inUse()).toBe(0)
  })

  it('removes a caller whose signal fires, and does not admit a caller whose signal has fired', async () => {
    const semaphore = createSemaphore({ slots: 1 })
    semaphore.tryAcquire()
    const caller = new AbortController()
    const callers = [undefined, caller.signal, undefined].map((signal) => acquiring(semaphore, signal))
    caller.abort()
    await settled()
    expect(callers.map(({ outcome }) => outcome)).toEqual(['waiting', 'aborted', 'waiting'])
    for (const _slot of [1, 2]) semaphore.release()
    await settled()
    expect(callers.map(({ outcome }) => outcome)).toEqual(['acquired', 'aborted', 'acquired'])
    semaphore.release()
    const tooLate = acquiring(semaphore, caller.signal)
    await settled()
    expect([tooLate.outcome, semaphore.inUse()]).toEqual(['aborted', 0])
  })

  it('leaves no timer and no listener behind after any end of a wait', async () => {
    const semaphore = createSemaphore({ slots: 1 })
    semaphore.tryAcquire()
    const [taker, leaver] = [new AbortController(), new AbortController()]
    const listeners = [taker, leaver].map(({ signal }) => ({
      added: vi.spyOn(signal, 'addEventListener'),
      removed: vi.spyOn(signal, 'removeEventListener'),
    }))
    acquiring(semaphore, taker.signal)
    acquiring(semaphore, leaver.signal)
    leaver.abort()
    semaphore.release()
    await settled()
    expect(vi.getTimerCount()).toBe(0)
    for (const { added, removed } of listeners)
      expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
        added.mock.calls.map(([, listener]) => listener),
      )
    taker.abort()
    semaphore.release()
    expect(semaphore.inUse()).toBe(0)
  })

  it('rejects a release without a holder', () => {
    const semaphore = createSemaphore({ slots: 1 })
    expect(() => semaphore.release()).toThrow('nobody held')
  })
})

const patient = { waitMs: 60_000 }

/** Starts acquiring and shows its outcome so far. */
function acquiring(semaphore: Semaphore, signal?: AbortSignal, waitMs = patient.waitMs) {
  const state: { outcome: Acquisition | 'waiting' } = { outcome: 'waiting' }
  void semaphore.acquire(signal === undefined ? { waitMs } : { waitMs, signal }).then((outcome) => {
    state.outcome = outcome
  })
  return state
}
const settled = () => vi.advanceTimersByTimeAsync(0)
