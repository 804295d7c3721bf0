import { describe, expect, it } from 'vitest'
import { memoryKeeper } from '../grading/stand-in-calls.fixture.ts'
import { leftBy } from './left-by.ts'

const hourMs = 3_600_000

describe('what the browser keeps of text that was left', () => {
  it.each([
    ['of the person who is signed in', { userId: 101, ageMs: 0 }, true],
    ['almost a week old', { userId: 101, ageMs: 7 * 24 * hourMs - 1 }, true],
    ['a week old', { userId: 101, ageMs: 7 * 24 * hourMs }, false],
    ['of another person', { userId: 102, ageMs: 0 }, false],
  ])('is kept or erased: %s', async (_what, { userId, ageMs }, isKept) => {
    const keeper = memoryKeeper()
    const now = 1_000 * hourMs
    const ids = { userId, assessmentId: 'assessment-1', feedbackId: 'feedback-1' }
    const revisions = { judgement: 1, wording: 1 }
    await keeper.keep({ ...ids, revisions, base: {}, mine: { body: 'mine' }, who: 'Student', keptAt: now - ageMs })
    const left = await leftBy(keeper, 101, now)
    expect([left.length, keeper.works.size]).toEqual(isKept ? [1, 1] : [0, 0])
  })
})
