import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSemaphore, type Acquisition, type Semaphore, type SemaphoreLimits } from './index.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('createSemaphore', () => {
  it('admits as many callers as there are slots, and the next one when a slot is released', async () => {
    const semaphore = createSemaphore({ slots: 2 })
    const callers = [1, 2, 3].map(() => acquiring(semaphore))
    await settled()
    expect(callers.map(({ outcome }) => outcome)).toEqual(['acquired', 'acquired', 'waiting'])
    expect([semaphore.inUse(), semaphore.waiting()]).toEqual([2, 1])
    semaphore.release()
    await settled()
    expect(callers[2]?.outcome).toBe('acquired')
    expect([semaphore.inUse(), semaphore.waiting()]).toEqual([2, 0])
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
    const waiting = acquiring(semaphore, caller.signal)
    caller.abort()
    await settled()
    expect([waiting.outcome, semaphore.waiting()]).toEqual(['aborted', 0])
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

/** What may happen to a semaphore; `caller` chooses among those that have come so far. */
type Step =
  | { readonly kind: 'acquire'; readonly waitMs: number }
  | { readonly kind: 'try' }
  | { readonly kind: 'release' }
  | { readonly kind: 'abort'; readonly caller: number }
  | { readonly kind: 'wait'; readonly ms: number }

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('acquire' as const), waitMs: fc.integer({ min: 1, max: 20 }) }),
    },
    fc.record({ kind: fc.constant('try' as const) }),
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('release' as const) }) },
    fc.record({ kind: fc.constant('abort' as const), caller: fc.nat({ max: 30 }) }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 10 }) }),
  ),
  { maxLength: 60 },
)

/**
 * The same rules with plain lists: the holders of slots, and the waiting callers with the end of their wait, in the order of
 * arrival.
 */
class Model {
  readonly outcomes: (Acquisition | 'waiting')[] = []
  readonly #limits: Required<SemaphoreLimits>
  #queue: { readonly caller: number; readonly until: number }[] = []
  holders = 0
  #now = 0

  constructor(limits: Required<SemaphoreLimits>) {
    this.#limits = limits
  }

  get waiting(): number {
    return this.#queue.length
  }

  take(step: Step): void {
    if (step.kind === 'acquire') this.#acquire(step.waitMs)
    if (step.kind === 'try' && this.holders < this.#limits.slots) this.holders += 1
    if (step.kind === 'release' && this.holders > 0) this.#release()
    if (step.kind === 'abort') this.#leave(({ caller }) => caller === step.caller, 'aborted')
    if (step.kind === 'wait') {
      this.#now += step.ms
      this.#leave(({ until }) => until <= this.#now, 'timed_out')
    }
  }

  #acquire(waitMs: number): void {
    const caller = this.outcomes.length
    if (this.holders < this.#limits.slots) {
      this.holders += 1
      this.outcomes.push('acquired')
    } else if (this.#queue.length < this.#limits.queueLimit) {
      this.#queue.push({ caller, until: this.#now + waitMs })
      this.outcomes.push('waiting')
    } else this.outcomes.push('queue_full')
  }

  #release(): void {
    const next = this.#queue.shift()
    if (next === undefined) this.holders -= 1
    else this.outcomes[next.caller] = 'acquired'
  }

  #leave(leaves: (waiter: { caller: number; until: number }) => boolean, outcome: Acquisition): void {
    for (const { caller } of this.#queue.filter(leaves)) this.outcomes[caller] = outcome
    this.#queue = this.#queue.filter((waiter) => !leaves(waiter))
  }
}

describe('a semaphore, with any actions of its callers', () => {
  it('has never more holders than slots, serves in the order of coming, and loses nothing', async () => {
    const limits = fc.record({ slots: fc.integer({ min: 1, max: 3 }), queueLimit: fc.nat({ max: 4 }) })
    await fc.assert(
      fc.asyncProperty(limits, steps, async (given, taken) => {
        const semaphore = createSemaphore(given)
        const model = new Model(given)
        const controllers: AbortController[] = []
        const callers: { readonly outcome: Acquisition | 'waiting' }[] = []
        for (const step of taken) {
          if (step.kind === 'acquire') {
            const controller = new AbortController()
            controllers.push(controller)
            callers.push(acquiring(semaphore, controller.signal, step.waitMs))
          }
          if (step.kind === 'try') expect(semaphore.tryAcquire()).toBe(model.holders < given.slots)
          if (step.kind === 'release' && model.holders > 0) semaphore.release()
          if (step.kind === 'abort') controllers[step.caller]?.abort()
          await vi.advanceTimersByTimeAsync(step.kind === 'wait' ? step.ms : 0)
          model.take(step)
          expect(callers.map(({ outcome }) => outcome)).toEqual(model.outcomes)
          expect([semaphore.inUse(), semaphore.waiting()]).toEqual([model.holders, model.waiting])
          expect(semaphore.inUse()).toBeLessThanOrEqual(given.slots)
        }
        while (semaphore.inUse() > 0) semaphore.release()
        expect(semaphore.waiting()).toBe(0)
        await settled()
        expect(vi.getTimerCount()).toBe(0)
      }),
      { numRuns: 300 },
    )
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
