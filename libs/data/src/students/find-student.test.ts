import { createTestDatabase } from '@course-grading/test-database'
import { afterAll, describe, expect, it } from 'vitest'
import { aHead, aModule, aStudent, refresh } from '../testing/a-reading.ts'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { findStudent } from './find-student.ts'
import { anyDocument } from '../feedback/documents-of-student.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal)
const courseId = await configureCourse(database, { manualGradingExercises: [1, 2, 3, 4] })
await refresh(database, courseId, {
  modules: [aModule(1, [1, 2, 5]), aModule(2, [3], { hidden: true })],
  students: [aStudent(10, { tagSlugs: ['a'] }), aStudent(11)],
  submissions: [
    {
      exerciseId: 1,
      heads: [
        aHead(101, [10, 11], { submittedAt: '2026-11-01T10:00:00.000Z', grade: 4 }),
        aHead(102, [10], { submittedAt: '2026-11-03T10:00:00.000Z', grade: 3.25 }),
        aHead(103, [10], { submittedAt: '2026-11-02T10:00:00.000Z', grade: 9, status: 'rejected' }),
      ],
    },
    {
      exerciseId: 2,
      heads: [aHead(201, [10], { submittedAt: '2026-10-01T10:00:00.000Z', status: 'waiting', grade: 0 })],
    },
    { exerciseId: 3, heads: [aHead(301, [11], { submittedAt: '2026-11-04T10:00:00.000Z', grade: 7 })] },
  ],
})
afterAll(async () => {
  await database.end()
  await testDatabase.drop()
})

const staff = { visibleTo: null, staff: true, seesAnonymous: true, documents: anyDocument }

describe('findStudent', () => {
  it('returns the roster row, the submissions, newest first, and the points of each exercise', async () => {
    expect(await findStudent(database, courseId, 10, staff)).toEqual({
      userId: 10,
      username: 'user10',
      fullName: 'Student 10',
      email: 's10@example.org',
      studentId: null,
      tagSlugs: ['a'],
      lastSubmissionAt: '2026-11-03T10:00:00.000Z',
      openWork: 0,
      finishedWork: 0,
      submissions: [
        {
          submissionId: 102,
          exerciseId: 1,
          submittedAt: '2026-11-03T10:00:00.000Z',
          state: 'ready',
          points: 3.25,
          assessmentId: null,
        },
        {
          submissionId: 103,
          exerciseId: 1,
          submittedAt: '2026-11-02T10:00:00.000Z',
          state: 'rejected',
          points: null,
          assessmentId: null,
        },
        {
          submissionId: 101,
          exerciseId: 1,
          submittedAt: '2026-11-01T10:00:00.000Z',
          state: 'ready',
          points: 4,
          assessmentId: null,
        },
        {
          submissionId: 201,
          exerciseId: 2,
          submittedAt: '2026-10-01T10:00:00.000Z',
          state: 'waiting',
          points: null,
          assessmentId: null,
        },
      ],
      feedback: [],
      pointsByExercise: [
        { exerciseId: 1, points: 4, maxPoints: 10 },
        { exerciseId: 2, points: null, maxPoints: 10 },
        { exerciseId: 3, points: null, maxPoints: 10 },
      ],
    })
  })

  it("shows a student nothing of exercises in hidden modules, not even the student's own submissions", async () => {
    const seen = async (isStaff: boolean) => {
      const page = await findStudent(database, courseId, 11, {
        visibleTo: null,
        staff: isStaff,
        seesAnonymous: true,
        documents: anyDocument,
      })
      return [
        page?.submissions.map((row) => row.submissionId),
        page?.lastSubmissionAt,
        page?.pointsByExercise.map((row) => row.exerciseId),
      ]
    }
    expect(await seen(true)).toEqual([[301, 101], '2026-11-04T10:00:00.000Z', [1, 2, 3]])
    expect(await seen(false)).toEqual([[101], '2026-11-01T10:00:00.000Z', [1, 2]])
  })

  it.each([
    ['of the tags', 10, ['a', 'b'], true],
    ['without one of the tags', 11, ['a', 'b'], false],
    ['for whom nobody is', 10, [], false],
    ['who does not exist', 12, null, false],
  ])('finds a student %s', async (_what, userId, visibleTo, found) => {
    expect(
      (await findStudent(database, courseId, userId, {
        visibleTo,
        staff: true,
        seesAnonymous: true,
        documents: anyDocument,
      })) !== null,
    ).toBe(found)
  })

  it('finds no student of another course', async () => {
    expect(await findStudent(database, await configureCourse(database), 10, staff)).toBeNull()
  })
})
