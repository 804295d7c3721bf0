import { beforeEach, describe, expect, it } from 'vitest'
import { askBesideFullOrigins } from './ask-beside-full-origins.ts'

let full: string[]
let due: string[]
let nowMs: number
let asked: string[]
let next: () => Promise<string | null>
beforeEach(() => {
  ;[full, due, nowMs, asked] = [[], [], 0, []]
  next = askBesideFullOrigins({
    fullOrigins: () => full,
    now: () => nowMs,
    ask: async (origins) => {
      asked.push(origins.join())
      const at = due.findIndex((origin) => !origins.includes(origin))
      return due.splice(at, at === -1 ? 0 : 1)[0] ?? null
    },
  })
})

describe('askBesideFullOrigins', () => {
  it('asks once in vain while the same origins are full, and again as soon as one has a place', async () => {
    full = ['a']
    due = ['a', 'a']
    expect([await next(), await next(), await next(), asked]).toEqual([null, null, null, ['a']])
    full = ['a', 'b']
    expect([await next(), asked]).toEqual([null, ['a']])
    full = []
    expect([await next(), asked]).toEqual(['a', ['a', '']])
    full = ['b']
    expect([await next(), asked]).toEqual(['a', ['a', '', 'b']])
  })

  it('asks no more often where a place is free between two questions, and taken again', async () => {
    due = ['a', 'a', 'a', 'a']
    for (const expected of ['a', 'a', 'a', 'a']) {
      full = []
      expect(await next()).toBe(expected)
      full = ['a']
      expect(await next()).toBeNull()
    }
    expect(asked).toEqual(['', 'a', '', '', ''])
  })

  it('asks again after a moment: something else may be due by now', async () => {
    full = ['a']
    expect(await next()).toBeNull()
    due = ['b']
    expect(await next()).toBeNull()
    nowMs = 1000
    expect([await next(), asked]).toEqual(['b', ['a', 'a']])
  })

  it('goes on asking as long as there is something beside them', async () => {
    full = ['a']
    due = ['b', 'b']
    expect([await next(), await next(), await next(), await next(), asked.length]).toEqual(['b', 'b', null, null, 3])
  })

  it('asks each time while no origin is full', async () => {
    expect([await next(), await next(), asked]).toEqual([null, null, ['', '']])
    due = ['a']
    expect(await next()).toBe('a')
  })
})
