import { describe, expect, it } from 'vitest'
import { memoryKeeper } from '../grading/stand-in-calls.fixture.ts'
import { leftBy } from './left-by.ts'

const hourMs = 3_600_000

describe('what the browser keeps of text that was left', () => {
  it.each([
    ['of the person who is signed in', { userId: 101, ageMs: 0 }, [1, 1]],
    ['almost a week old', { userId: 101, ageMs: 7 * 24 * hourMs - 1 }, [1, 1]],
    ['a week old', { userId: 101, ageMs: 7 * 24 * hourMs }, [0, 0]],
    ['of another person, and not to be sent', { userId: 102, ageMs: 0 }, [0, 1]],
    ['of another person, a week old', { userId: 102, ageMs: 7 * 24 * hourMs }, [0, 0]],
  ])('is to be sent, or kept, or erased: %s', async (_what, { userId, ageMs }, sentAndKept) => {
    const keeper = memoryKeeper()
    const now = 1_000 * hourMs
    const ids = { userId, assessmentId: 'assessment-1', feedbackId: 'feedback-1' }
    const revisions = { judgement: 1, wording: 1 }
    await keeper.keep({ ...ids, revisions, base: {}, mine: { body: 'mine' }, who: 'Student', keptAt: now - ageMs })
    const left = await leftBy(keeper, 101, now)
    expect([left.length, keeper.works.size]).toEqual(sentAndKept)
  })
})
