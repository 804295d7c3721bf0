import { describe, expect, it } from 'vitest'
import { shownTagSlugs, toPersonRef } from './person-ref.ts'

describe('toPersonRef', () => {
  it('has name and id of a person', () => {
    expect(toPersonRef({ userId: 201, fullName: 'Eero', alias: null })).toEqual({
      userId: 201,
      fullName: 'Eero',
      alias: false,
    })
  })

  it('has only the id of a person who is not on the roster', () => {
    expect(toPersonRef({ userId: 201, fullName: null, alias: null })).toEqual({
      userId: 201,
      fullName: 'User 201',
      alias: false,
    })
  })

  it.each(['Eero', null])('has only the alias of a person with an alias (name: %s)', (fullName) => {
    expect(toPersonRef({ userId: 201, fullName, alias: 48_213 })).toEqual({
      userId: null,
      fullName: 'Student 48213',
      alias: true,
    })
  })

  it('shows nothing of a person who will have an alias, and has none yet', () => {
    expect(toPersonRef({ userId: 201, fullName: 'Eero', alias: 0 })).toEqual({
      userId: null,
      fullName: 'Student',
      alias: true,
    })
  })
})

describe('shownTagSlugs', () => {
  it('has each tag of the people once', () => {
    const [one, other] = [
      { alias: null, tagSlugs: ['late', 'group-a'] },
      { alias: null, tagSlugs: ['group-a'] },
    ]
    expect(shownTagSlugs([one, other])).toEqual(['group-a', 'late'])
  })

  it.each([48_213, 0])('has no tag of a person with an alias: %i', (alias) => {
    expect(shownTagSlugs([{ alias, tagSlugs: ['group-a'] }])).toEqual([])
  })
})
