import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fields } from './fields.ts'
import { mergeFields } from './merge-fields.ts'

const fields = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y', 'z')) as fc.Arbitrary<Fields>

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
    ['both anew', {}, { a: 'y' }, { a: 'z' }, ['a']],
  ])('changed %s', (_what, base, mine, theirs, conflicts) => {
    expect(mergeFields(base, mine, theirs).conflicts).toEqual(conflicts)
  })
})
