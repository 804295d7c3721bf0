import { describe, expect, it } from 'vitest'
import { changeByHead } from './change-by-head.ts'

type RegisteredAndHead = Parameters<typeof changeByHead>[0]

describe('a head of a list that is newer than the registration', () => {
  it.each<[what: string, change: Partial<RegisteredAndHead>, submitterIds: readonly number[]]>([
    ['takes out whom it lacks', { stored: [1, 2], present: [1, 2], listed: [2] }, [2]],
    ['brings in whom it names', { stored: [1], present: [1], listed: [3, 1] }, [1, 3]],
    ['keeps whom it lacks and the roster, too', { stored: [1, 2], present: [2], listed: [3] }, [1, 3]],
    ['names a person twice as once', { stored: [1], present: [1], listed: [2, 2] }, [2]],
    ['says in numbers which comes first', { stored: [9], present: [], listed: [10, 100] }, [9, 10, 100]],
  ])('%s', (_what, change, submitterIds) => {
    expect(changeByHead({ ...known, ...change })).toEqual({ submitterIds, isUncounted: false })
  })

  it.each<[what: string, change: Partial<RegisteredAndHead>]>([
    ['the same people', { stored: [1, 2], present: [1, 2], listed: [2, 1] }],
    ['all but people who left', { stored: [1, 2], present: [1], listed: [1] }],
    ['a status that counts', { status: 'waiting' }],
    ['an error that a refused grade of ours set', { status: 'error', wasRefused: true }],
    ['a status that something newer showed otherwise', { status: null, isUncounted: true }],
  ])('changes nothing where it names %s', (_what, change) => {
    expect(changeByHead({ ...known, ...change })).toBeNull()
  })

  it.each<[status: string, wasRefused: boolean]>([
    ['unofficial', false],
    ['rejected', false],
    ['error', false],
    ['unofficial', true],
    ['rejected', true],
  ])('says of %s that it is not counted (refused: %s)', (status, wasRefused) => {
    expect(changeByHead({ ...known, status, wasRefused })).toEqual({ submitterIds: [1], isUncounted: true })
  })

  it('says that it is counted again', () => {
    expect(changeByHead({ ...known, status: 'ready', isUncounted: true })).toEqual({
      submitterIds: [1],
      isUncounted: false,
    })
  })
})

const known: RegisteredAndHead = {
  stored: [1],
  listed: [1],
  present: [1],
  isUncounted: false,
  status: 'ready',
  wasRefused: false,
}
