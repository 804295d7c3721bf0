import { beforeEach, describe, expect, it } from 'vitest'
import { pauseAfterEmptyLease } from './pause-after-empty-lease.ts'

let full: string[]
let due: string[]
let nowMs: number
let leasedBeside: string[]
let next: () => Promise<string | null>
beforeEach(setUpTest)

describe('pauseAfterEmptyLease', () => {
  it('leases once without a result while the same origins are full, and again as soon as one has a free slot', async () => {
    full = ['a']
    due = ['a', 'a']
    expect([await next(), await next(), await next(), leasedBeside]).toEqual([null, null, null, ['a']])
    full = ['a', 'b']
    expect([await next(), leasedBeside]).toEqual([null, ['a']])
    full = []
    expect([await next(), leasedBeside]).toEqual(['a', ['a', '']])
    full = ['b']
    expect([await next(), leasedBeside]).toEqual(['a', ['a', '', 'b']])
  })

  it('leases no more often if a slot is free between two calls and taken again', async () => {
    due = ['a', 'a', 'a', 'a']
    for (const expected of ['a', 'a', 'a', 'a']) {
      full = []
      expect(await next()).toBe(expected)
      full = ['a']
      expect(await next()).toBeNull()
    }
    expect(leasedBeside).toEqual(['', 'a', '', '', ''])
  })

  it('leases again after a moment, since another delivery may be due', async () => {
    full = ['a']
    expect(await next()).toBeNull()
    due = ['b']
    expect(await next()).toBeNull()
    nowMs = 1000
    expect([await next(), leasedBeside]).toEqual(['b', ['a', 'a']])
  })

  it('goes on leasing while there are deliveries to other origins', async () => {
    full = ['a']
    due = ['b', 'b']
    expect([await next(), await next(), await next(), await next(), leasedBeside.length]).toEqual([
      'b',
      'b',
      null,
      null,
      3,
    ])
  })

  it('leases each time while no origin is full', async () => {
    expect([await next(), await next(), leasedBeside]).toEqual([null, null, ['', '']])
    due = ['a']
    expect(await next()).toBe('a')
  })
})

function setUpTest() {
  ;[full, due, nowMs, leasedBeside] = [[], [], 0, []]
  next = pauseAfterEmptyLease({
    fullOrigins: () => full,
    now: () => nowMs,
    lease: async (origins) => {
      leasedBeside.push(origins.join())
      const at = due.findIndex((origin) => !origins.includes(origin))
      return due.splice(at, at === -1 ? 0 : 1)[0] ?? null
    },
  })
}
