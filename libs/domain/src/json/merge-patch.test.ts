import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameJson, type JsonValue, mergePatch } from './merge-patch.ts'

describe('mergePatch', () => {
  // The cases of RFC 7396, appendix A.
  it.each<[target: JsonValue, patch: JsonValue, result: JsonValue]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('makes of %j with %j: %j', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result)
  })

  it('changes nothing that is given, and takes any name of a member', () => {
    const target = Object.freeze({ a: Object.freeze({ b: 1 }) })
    const patch = JSON.parse('{"__proto__":{"x":1},"a":{"constructor":2}}') as JsonValue
    expect(JSON.stringify(mergePatch(target, patch))).toBe('{"a":{"b":1,"constructor":2},"__proto__":{"x":1}}')
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  it('has the same result when it is applied twice', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
        const once = mergePatch(target as JsonValue, patch as JsonValue)
        expect(isSameJson(mergePatch(once, patch as JsonValue), once)).toBe(true)
      }),
    )
  })
})

describe('isSameJson', () => {
  it.each<[one: JsonValue, other: JsonValue, isSame: boolean]>([
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, false],
    [{ a: 1 }, {}, false],
    [[{ a: 1 }], [{ a: 1 }], true],
    [[1, 2], [2, 1], false],
    [[1, 2], [1, 3], false],
    [[1], [1, 2], false],
    [[1], { 0: 1 }, false],
    [{ 0: 1 }, [1], false],
    [[], {}, false],
    [null, {}, false],
    ['1', 1, false],
  ])('compares %j with %j: %j', (one, other, isSame) => {
    expect(isSameJson(one, other)).toBe(isSame)
  })
})
