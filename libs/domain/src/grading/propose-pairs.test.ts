import { describe, expect, it } from 'vitest'
import { proposePairs } from './propose-pairs.ts'

const exercises = (first: number, names: readonly string[]) =>
  names.map((name, place) => ({ exerciseId: first + place, name }))

describe('pairs of exercises', () => {
  it.each([
    [
      'of equal names',
      ['Essay', 'Plan'],
      ['Plan', 'Essay'],
      [
        [2, 11],
        [1, 12],
      ],
    ],
    ['whatever case and blanks', [' 1.3  ESSAY '], ['1.3 essay'], [[1, 11]]],
    ['in any language', ['|en:Essay|fi:Essee|'], ['|sv:Uppsats|fi:Essee|'], [[1, 11]]],
    ['of one language alone', ['|en:Essay|fi:Essee|'], ['Essee'], [[1, 11]]],
    ['of composed and decomposed letters', ['Ess\u00e9'], ['Esse\u0301'], [[1, 11]]],
    [
      'each once',
      ['Essay', 'Essay'],
      ['Essay', 'Essay', 'Essay'],
      [
        [1, 11],
        [2, 12],
      ],
    ],
    ['never of other numbers, or without a name', ['1.1 Essay', '|en:|fi:|', ''], ['2.1 Essay', ''], []],
  ])('are proposed %s', (_what, from, to, pairs) => {
    const proposed = proposePairs(exercises(1, from), exercises(11, to))
    expect(proposed.map((pair) => [pair.from, pair.to])).toEqual(pairs)
  })
})
