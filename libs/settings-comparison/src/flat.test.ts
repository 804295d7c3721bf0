import { expect, it } from 'vitest'
import { compareFields } from './flat.ts'

const base = { order: 'bands', tags: ['a'], minutes: 30 }

it('merges what only one side changed', () => {
  expect(compareFields(base, { ...base, minutes: 60 }, { ...base, tags: ['b'] })).toEqual({
    merged: { order: 'bands', tags: ['b'], minutes: 60 },
    conflicts: [],
  })
})

it('names what both changed, and takes the same change of both for none', () => {
  const mine = { order: 'oldest', tags: ['b'], minutes: 60 }
  expect(compareFields(base, mine, { order: 'bands', tags: ['b'], minutes: 90 })).toEqual({
    merged: mine,
    conflicts: ['minutes'],
  })
})
