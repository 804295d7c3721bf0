import { describe, expect, it } from 'vitest'
import { memoryKeeper } from '../grading/stand-in-calls.fixture.ts'
import type { Kept } from '../kept/keeper.ts'
import { leftBy } from './left-by.ts'

const hourMs = 3_600_000

describe('what the browser keeps of text that was left', () => {
  it.each([
    ['of the person who is signed in', { userId: 101, ageMs: 0 }, [1, 1]],
    ['almost a week old', { userId: 101, ageMs: 7 * 24 * hourMs - 1 }, [1, 1]],
    ['a week old', { userId: 101, ageMs: 7 * 24 * hourMs }, [0, 0]],
    ['of another person, and not to be sent', { userId: 102, ageMs: 0 }, [0, 1]],
    ['of another person, a week old', { userId: 102, ageMs: 7 * 24 * hourMs }, [0, 0]],
    ['of a rubric', { userId: 101, ageMs: 0, path: '/courses/11/rubrics/r' }, [1, 1]],
    ['of a rubric, a week old', { userId: 101, ageMs: 7 * 24 * hourMs, path: '/courses/11/rubrics/r' }, [0, 0]],
  ])('is to be sent, or kept, or erased: %s', async (_what, { ageMs, ...of }, sentAndKept) => {
    const keeper = memoryKeeper<Kept>()
    const now = 1_000 * hourMs
    await keeper.keep({ assessmentId: 'assessment-1', ...of, keptAt: now - ageMs })
    const left = await leftBy(keeper, 101, now)
    expect([left.length, keeper.works.size]).toEqual(sentAndKept)
  })
})
