import { describe, expect, it } from 'vitest'
import { readWhom } from './read-whom.ts'

describe('readWhom', () => {
  it('returns a person or everybody', () => {
    expect(readWhom(['--user', '101'])).toEqual({ userId: 101 })
    expect(readWhom(['--user=9007199254740991'])).toEqual({ userId: 9_007_199_254_740_991 })
    expect(readWhom(['--all'])).toBe('all')
  })

  it.each([
    [[]],
    [['--user']],
    [['--user', 'me']],
    [['--user', '0']],
    [['--user', '01']],
    [['--user', '-1']],
    [['--user', '1e3']],
    [['--user', '9007199254740993']],
    [['--user', '101', '--all']],
    [['--all', '101']],
    [['--all=no']],
    [['101']],
    [['--everybody']],
  ])('returns undefined for %j', (args) => {
    expect(readWhom(args)).toBeUndefined()
  })
})
