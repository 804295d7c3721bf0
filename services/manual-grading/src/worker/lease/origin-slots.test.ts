import { describe, expect, it } from 'vitest'
import { CallbackError } from '../../callback/callback-error.ts'
import { createOriginSlots } from './origin-slots.ts'

describe('createOriginSlots', () => {
  it('gives the number of slots at each origin, and another one when one is released', async () => {
    const slots = createOriginSlots(2)
    const [first] = [await take(slots), await take(slots), await take(slots, 'https://b')]
    let third = false
    const waiting = take(slots).then(() => {
      third = true
    })
    await Promise.resolve()
    expect([third, slots.full()]).toEqual([false, ['https://a']])
    first()
    await waiting
    expect([third, slots.full()]).toEqual([true, ['https://a']])
  })

  it('releases a slot only once, even if the function is called several times', async () => {
    const slots = createOriginSlots(1)
    const releaseSlot = await take(slots)
    releaseSlot()
    releaseSlot()
    await take(slots)
    expect(await stopOf(take(slots, 'https://a', { waitMs: 20 }))).toBe('stopped')
  })

  it('gives slots in the order of the calls', async () => {
    const slots = createOriginSlots(1)
    const order: number[] = []
    const releaseSlot = await take(slots)
    const all = [1, 2, 3].map(async (number) => {
      const done = await take(slots)
      order.push(number)
      done()
    })
    releaseSlot()
    await Promise.all(all)
    expect(order).toEqual([1, 2, 3])
  })

  it('waits no longer than allowed, and loses no slot to a caller that left', async () => {
    const slots = createOriginSlots(1)
    const releaseSlot = await take(slots)
    const stopping = new AbortController()
    const left = stopOf(take(slots, 'https://a', { signal: stopping.signal }))
    const late = stopOf(take(slots, 'https://a', { waitMs: 20 }))
    stopping.abort()
    expect([await left, await late, slots.full()]).toEqual(['stopped', 'stopped', ['https://a']])
    releaseSlot()
    expect(slots.full()).toEqual([])
    expect(await stopOf(take(slots, 'https://a', { waitMs: 20 }))).toBe('taken')
    expect(await stopOf(take(slots, 'https://a', { signal: stopping.signal }))).toBe('stopped')
  })
})

const never = new AbortController().signal
const take = (
  slots: ReturnType<typeof createOriginSlots>,
  origin = 'https://a',
  options: { waitMs?: number; signal?: AbortSignal } = {},
) => slots.take(origin, { waitMs: 5000, signal: never, ...options })
const stopOf = (taking: Promise<unknown>): Promise<unknown> =>
  taking.then(
    () => 'taken',
    (error: unknown) => (error instanceof CallbackError ? error.reason : error),
  )
