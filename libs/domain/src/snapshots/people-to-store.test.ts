import { describe, expect, it } from 'vitest'
import { headsToStore, studentsToStore } from './people-to-store.ts'

const student = (userId: number, tagSlugs: readonly string[] = []) =>
  ({ userId, username: '', fullName: '', email: '', studentId: null, tagSlugs }) as const
const head = (submissionId: number, submitterIds: readonly number[]) =>
  ({ submissionId, submittedAt: '2026-11-01T10:00:00.000Z', status: 'ready', grade: 0, submitterIds }) as const
const nobody = new Set<number>()

describe('studentsToStore', () => {
  it('takes the first of duplicates, each tag once, and nobody who was erased', () => {
    const students = [student(1, ['a', 'b', 'a']), student(2), student(1, ['c'])]
    expect(studentsToStore({ students }, new Set([2]))).toEqual([student(1, ['a', 'b'])])
  })
})

describe('headsToStore', () => {
  it('takes the first of duplicates, of any exercise, with each submitter once', () => {
    const submissions = [
      { exerciseId: 1, heads: [head(11, [7, 7])] },
      { exerciseId: 2, heads: [head(11, [8])] },
    ]
    expect(headsToStore({ submissions, seenBy: 'teacher' }, nobody)).toEqual({
      exerciseIds: [1, 2],
      heads: [{ ...head(11, [7]), exerciseId: 1 }],
    })
  })

  it('leaves out the erased, and what nobody else handed in', () => {
    const submissions = [{ exerciseId: 1, heads: [head(11, [7]), head(12, [7, 8])] }]
    expect(headsToStore({ submissions, seenBy: 'teacher' }, new Set([7])).heads).toEqual([
      { ...head(12, [8]), exerciseId: 1 },
    ])
  })

  it('empties an exercise by what a teacher is shown, not by what an assistant is, and none that was not listed', () => {
    const submissions = [
      { exerciseId: 1, heads: [] },
      { exerciseId: 2, heads: null },
    ]
    expect(headsToStore({ submissions, seenBy: 'teacher' }, nobody)).toEqual({ exerciseIds: [1], heads: [] })
    expect(headsToStore({ submissions, seenBy: 'assistant' }, nobody)).toEqual({ exerciseIds: [], heads: [] })
  })
})
