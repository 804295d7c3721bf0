import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fields } from './fields.ts'
import { changesOf, mergeFields } from './merge-fields.ts'

const fields = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y', 'z')) as fc.Arbitrary<Fields>

describe('an annotation that one side removed', () => {
  const whole = { 'annotations/a/place': 'p', 'annotations/a/kind': 'note', 'annotations/a/body': 'old' }
  const changed = { ...whole, 'annotations/a/body': 'new' }

  it.each<[string, mine: Fields, theirs: Fields]>([
    ['mine was changed, theirs removed', changed, {}],
    ['mine was removed, theirs changed', {}, changed],
  ])('is a conflict as a whole: %s', (_what, mine, theirs) => {
    const merged = mergeFields(whole, mine, theirs)
    expect([merged.fields, merged.conflicts.toSorted()]).toEqual([mine, Object.keys(whole).toSorted()])
  })
})

describe('what was changed alone', () => {
  const pathOfUnits = fc.constantFrom(
    'body',
    'adjustment/points',
    'adjustment/reason',
    'annotations/a/place',
    'annotations/a/body',
  )
  const ofUnits = fc.dictionary(pathOfUnits, fc.constantFrom('x', 'y', 'z')) as fc.Arbitrary<Fields>

  it('is merged as the whole would be', () => {
    fc.assert(
      fc.property(ofUnits, ofUnits, ofUnits, (base, mine, theirs) => {
        const kept = changesOf(base, mine)
        expect(mergeFields(kept.base, kept.mine, theirs)).toEqual(mergeFields(base, mine, theirs))
      }),
    )
  })

  it('is nothing of what stayed', () => {
    const base = { body: 'old', privateNote: 'note', 'annotations/a/place': 'p', 'annotations/a/body': 'a' }
    expect(changesOf(base, { ...base, body: 'new' })).toEqual({ base: { body: 'old' }, mine: { body: 'new' } })
  })
})

describe('what was typed, beside what stands now', () => {
  it('stays where the person changed it, and follows the others everywhere else', () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, mine, theirs) => {
        const merged = mergeFields(base, mine, theirs)
        for (const path of ['a', 'b', 'c'])
          expect(merged.fields[path]).toBe(mine[path] === base[path] ? theirs[path] : mine[path])
      }),
    )
  })

  it.each<[string, base: Fields, mine: Fields, theirs: Fields, conflicts: string[]]>([
    ['both to the same', { a: 'x' }, { a: 'y' }, { a: 'y' }, []],
    ['each to something else', { a: 'x' }, { a: 'y' }, { a: 'z' }, ['a']],
    ['two fields, one each', { a: 'x', b: 'x' }, { a: 'y', b: 'x' }, { a: 'x', b: 'y' }, []],
    ['one away, one to something', { a: 'x' }, {}, { a: 'z' }, ['a']],
    ['both away', { a: 'x' }, {}, {}, []],
    ['both new', {}, { a: 'y' }, { a: 'z' }, ['a']],
  ])('changed %s', (_what, base, mine, theirs, conflicts) => {
    expect(mergeFields(base, mine, theirs).conflicts).toEqual(conflicts)
  })
})
