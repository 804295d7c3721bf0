import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGrading } from '../testing/a-delivery.ts'
import { aHead, aModule, aStudent, refresh } from '../testing/a-reading.ts'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { listSubmissions, type SubmissionQuery } from './list-submissions.ts'
import { aSubmissionQuery } from './submission-query.fixture.ts'

const grading = await openGrading()
const { courseId, registered, frontend } = grading
const { database } = await openObserved(grading.testDatabase.urls.frontendInternal)
afterAll(async () => {
  await database.end()
  await grading.close()
})

const at = (minute: number) => `2026-11-01T10:${String(minute).padStart(2, '0')}:00.000Z`
const list = (change: Partial<SubmissionQuery> = {}) => listSubmissions(database, aSubmissionQuery(courseId, change))
const idsOf = async (change: Partial<SubmissionQuery>) => (await list(change)).map(({ submissionId }) => submissionId)

beforeAll(async () => {
  await refresh(frontend, courseId, {
    modules: [aModule(1, [11]), aModule(2, [12], { hidden: true })],
    students: [
      aStudent(501, { fullName: 'Åsa Öberg', email: 'asa@example.org', tagSlugs: ['a'] }),
      aStudent(502, { fullName: 'Bo Virtanen', studentId: '100%' }),
    ],
    submissions: [
      {
        exerciseId: 11,
        heads: [
          aHead(1, [501, 502], { submittedAt: at(1), grade: 4 }),
          aHead(4, [502], { submittedAt: at(4), status: 'waiting', grade: 0 }),
          // The snapshot has another time and other submitters for registered submissions.
          aHead(2, [502], { submittedAt: at(9), grade: 2.5 }),
        ],
      },
      { exerciseId: 12, heads: [aHead(5, [501], { submittedAt: at(5) })] },
    ],
  })
  await registered({
    submissionId: 3,
    submitterIds: [503],
    submittedAt: at(2),
    language: 'sv',
    attempt: 2,
    autoPoints: 1.5,
  })
  await registered({ submissionId: 2, submitterIds: [501], submittedAt: at(2) })
  await registered({ submissionId: 6, exerciseId: 12, submitterIds: [502, 501], submittedAt: at(6), language: 'fi' })
  const elsewhere = await configureCourse(frontend, { manualGradingExercises: [21] })
  await refresh(frontend, elsewhere, {
    modules: [aModule(1, [21])],
    students: [aStudent(501, { fullName: 'Åsa Öberg' })],
    submissions: [{ exerciseId: 21, heads: [aHead(7, [501])] }],
  })
})

describe('listSubmissions', () => {
  it('lists registered submissions and those that only the snapshot has, oldest first', async () => {
    expect(await idsOf({})).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('returns the registered values of a registered submission, and its status and grade upstream', async () => {
    expect((await list())[1]).toEqual({
      submissionId: 2,
      courseId,
      exerciseId: 11,
      submittedAt: at(2),
      attempt: 1,
      language: 'en',
      state: 'waiting',
      points: null,
      maxPoints: 10,
      autoPoints: null,
      upstream: { status: 'ready', grade: 2.5 },
      assessment: null,
      mayClaim: false,
      submitters: [{ userId: 501, fullName: 'Åsa Öberg', alias: null }],
    })
    expect((await list())[2]).toMatchObject({
      submissionId: 3,
      attempt: 2,
      language: 'sv',
      autoPoints: 1.5,
      upstream: null,
      submitters: [{ userId: 503, fullName: null, alias: null }],
    })
  })

  it('returns what the snapshot has for any other submission', async () => {
    expect((await list())[0]).toEqual({
      submissionId: 1,
      courseId,
      exerciseId: 11,
      submittedAt: at(1),
      attempt: null,
      language: null,
      state: 'not_queued',
      points: null,
      maxPoints: 10,
      autoPoints: null,
      upstream: { status: 'ready', grade: 4 },
      assessment: null,
      mayClaim: false,
      submitters: [
        { userId: 501, fullName: 'Åsa Öberg', alias: null },
        { userId: 502, fullName: 'Bo Virtanen', alias: null },
      ],
    })
  })

  it.each<[string, Partial<SubmissionQuery>, number[]]>([
    ['of an exercise', { exerciseId: 12 }, [5, 6]],
    ['of an exercise of another course', { exerciseId: 21 }, []],
    ['of a submitter', { userId: 501 }, [1, 2, 5, 6]],
    ['of a submitter whom the registration left out', { userId: 502 }, [1, 4, 6]],
    ['of a submitter who is not on the roster', { userId: 503 }, [3]],
    ['of a submitter in an exercise', { userId: 501, exerciseId: 11 }, [1, 2]],
    ['of a submitter who also matches the search', { userId: 501, q: 'virtanen' }, [1, 6]],
    ['found by a name', { q: 'OBERG asa' }, [1, 2, 5, 6]],
    ['found by words of two people', { q: 'oberg virtanen' }, []],
    ['found by a name in an exercise', { q: 'virtanen', exerciseId: 11 }, [1, 4]],
    ['found by two letters', { q: 'bo' }, [1, 4, 6]],
    ['found by a wildcard as it is typed', { q: '%' }, [1, 4, 6]],
    ['found by accents alone, which match every name', { q: '´' }, [1, 2, 3, 4, 5, 6]],
    ['that wait', { state: 'waiting' }, [2, 3, 6]],
    ['that wait in an exercise', { state: 'waiting', exerciseId: 11 }, [2, 3]],
    ['that are not queued', { state: 'not_queued' }, [1, 4, 5]],
    ['that are not queued, of a person', { state: 'not_queued', userId: 502 }, [1, 4]],
  ])('lists the submissions %s', async (_what, change, expected) => {
    expect(await idsOf(change)).toEqual(expected)
  })

  it.each<[string, Partial<SubmissionQuery>]>([
    ['of a grader who assesses nothing', { graderUserId: 101 }],
    ['of a grader, to a student', { graderUserId: 101, ofStudent: 501 }],
    ['in a state that only students see', { state: 'submitted' }],
    ['that are in progress', { state: 'in_progress' }],
  ])('lists no submissions %s', async (_what, change) => {
    expect(await idsOf(change)).toEqual([])
  })

  it.each<[string, Partial<SubmissionQuery>]>([
    ['all', {}],
    ['an exercise', { exerciseId: 11 }],
    ['a search', { q: 'virtanen' }],
    ["a student's own", { ofStudent: 502 }],
  ])('continues after the page before: %s', async (_what, change) => {
    const whole = await idsOf(change)
    for (const limit of [1, 2, 3]) {
      const paged: number[] = []
      for (let after: SubmissionQuery['after'] = null; ;) {
        const page = await list({ ...change, after, limit })
        paged.push(...page.map(({ submissionId }) => submissionId))
        if (page.length < limit) break
        after = page.at(-1) ?? null
      }
      expect(paged).toEqual(whole)
    }
  })

  it.each([
    ['submission', 'UPDATE submission SET submitted_at = $1 WHERE submission_id = 2'],
    ['snapshot_submission', 'UPDATE snapshot_submission SET submitted_at = $1 WHERE submission_id = 1'],
  ])('has no times finer than a millisecond, which a cursor could not hold (%s)', async (table, update) => {
    const constraint = `${table}__submitted_at__milliseconds`
    await expect(grading.owner.query(update, ['2026-11-01T10:01:00.000001Z'])).rejects.toMatchObject({ constraint })
  })

  it('leaves out an exercise that was removed from the settings, and lists it again when it is added again', async () => {
    await grading.owner.query('DELETE FROM manual_grading_exercise WHERE exercise_id = 12')
    expect(await idsOf({})).toEqual([1, 2, 3, 4])
    expect(await idsOf({ exerciseId: 12 })).toEqual([])
    expect(await idsOf({ userId: 501 })).toEqual([1, 2])
    await grading.owner.query('INSERT INTO manual_grading_exercise (exercise_id, course_id) VALUES (12, $1)', [
      courseId,
    ])
    expect(await idsOf({ exerciseId: 12 })).toEqual([5, 6])
  })
})

describe("a student's own submissions", () => {
  it('are listed if their module is shown, group submissions too, newest first', async () => {
    expect(await idsOf({ ofStudent: 501 })).toEqual([2, 1])
    expect(await idsOf({ ofStudent: 502 })).toEqual([4, 1])
    expect(await idsOf({ ofStudent: 502, userId: 501 })).toEqual([1])
    expect(await idsOf({ ofStudent: 501, q: 'virtanen' })).toEqual([1])
    expect(await idsOf({ ofStudent: 501, exerciseId: 12 })).toEqual([])
    expect(await idsOf({ ofStudent: 501, userId: 503 })).toEqual([])
  })

  it('are listed without unreleased points, states, and status and grade upstream', async () => {
    expect(await list({ ofStudent: 501 })).toMatchObject([
      { submissionId: 2, state: 'submitted', points: null, maxPoints: 10, autoPoints: null, upstream: null },
      { submissionId: 1, state: 'submitted', points: null, maxPoints: 10, autoPoints: null, upstream: null },
    ])
  })

  it('are in no state that only staff see', async () => {
    expect(await idsOf({ ofStudent: 501, state: 'waiting' })).toEqual([])
    expect(await idsOf({ ofStudent: 501, state: 'released' })).toEqual([])
    expect(await idsOf({ ofStudent: 501, state: 'submitted' })).toEqual([2, 1])
  })
})
