import { describe, expect, it } from 'vitest'
import { CallbackError } from '../../callback/callback-error.ts'
import { createOriginSlots } from './origin-slots.ts'

const never = new AbortController().signal
const take = (
  places: ReturnType<typeof createOriginSlots>,
  origin = 'https://a',
  options: { waitMs?: number; signal?: AbortSignal } = {},
) => places.take(origin, { waitMs: 5000, signal: never, ...options })
const stopOf = (taking: Promise<unknown>): Promise<unknown> =>
  taking.then(
    () => 'taken',
    (error: unknown) => (error instanceof CallbackError ? error.reason : error),
  )

describe('createOriginSlots', () => {
  it('gives so many places at each origin, and the next one when one comes back', async () => {
    const places = createOriginSlots(2)
    const [first] = [await take(places), await take(places), await take(places, 'https://b')]
    let third = false
    const waiting = take(places).then(() => {
      third = true
    })
    await Promise.resolve()
    expect([third, places.full()]).toEqual([false, ['https://a']])
    first()
    await waiting
    expect([third, places.full()]).toEqual([true, ['https://a']])
  })

  it('gives a place back once, however often it is told', async () => {
    const places = createOriginSlots(1)
    const releaseSlot = await take(places)
    releaseSlot()
    releaseSlot()
    await take(places)
    expect(await stopOf(take(places, 'https://a', { waitMs: 20 }))).toBe('stopped')
  })

  it('serves in the order of asking', async () => {
    const places = createOriginSlots(1)
    const order: number[] = []
    const releaseSlot = await take(places)
    const all = [1, 2, 3].map(async (number) => {
      const done = await take(places)
      order.push(number)
      done()
    })
    releaseSlot()
    await Promise.all(all)
    expect(order).toEqual([1, 2, 3])
  })

  it('waits no longer than it may, and loses no place to whoever left', async () => {
    const places = createOriginSlots(1)
    const releaseSlot = await take(places)
    const stopping = new AbortController()
    const left = stopOf(take(places, 'https://a', { signal: stopping.signal }))
    const late = stopOf(take(places, 'https://a', { waitMs: 20 }))
    stopping.abort()
    expect([await left, await late, places.full()]).toEqual(['stopped', 'stopped', ['https://a']])
    releaseSlot()
    expect(places.full()).toEqual([])
    expect(await stopOf(take(places, 'https://a', { waitMs: 20 }))).toBe('taken')
    expect(await stopOf(take(places, 'https://a', { signal: stopping.signal }))).toBe('stopped')
  })
})
