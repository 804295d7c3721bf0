import { describe, expect, it } from 'vitest'
import { isStateFor, studentStateOf, submissionStates } from './submission-state.ts'

describe('studentStateOf', () => {
  it('is submitted until a result is visible', () => {
    expect([studentStateOf(false), studentStateOf(true)]).toEqual(['submitted', 'released'])
  })
})

describe('isStateFor', () => {
  it.each([
    ['student', ['released', 'submitted']],
    ['staff', ['waiting', 'in_progress', 'completed', 'released', 'gone', 'superseded', 'not_queued']],
  ] as const)('returns whether a reader who is %s can see a state', (reader, expected) => {
    expect(submissionStates.filter((state) => isStateFor(reader, state))).toEqual(expected)
  })
})
