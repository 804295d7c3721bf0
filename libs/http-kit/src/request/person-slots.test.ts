import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPersonSlots } from './person-slots.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const limits = { inFlight: 1, waiting: 1, waitMs: 1000 }

describe('the slots of a person', () => {
  it('let one more request wait for a time, and reject the next at once', async () => {
    const take = createPersonSlots(limits)
    await take(101)
    const waiting = take(101).catch((error: unknown) => error)
    await expect(take(101)).rejects.toMatchObject({ code: 'overloaded', retryAfterS: 1 })
    await take(102)
    await vi.advanceTimersByTimeAsync(limits.waitMs)
    expect(await waiting).toMatchObject({ code: 'overloaded', retryAfterS: 1 })
  })

  it('go to the request that waits when one ends', async () => {
    const take = createPersonSlots(limits)
    const release = await take(101)
    const waiting = take(101)
    release()
    expect(await waiting).toBeTypeOf('function')
  })
})
