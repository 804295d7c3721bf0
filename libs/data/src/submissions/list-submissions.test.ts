import { describe, expect } from 'vitest'
import { aHead, aModule, aStudent, refresh } from '../testing/a-reading.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { selectSubmissions, type SubmissionQuery } from './list-submissions.ts'
import { aSubmissionQuery } from './submission-query.fixture.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'

const it = testIn(openWorld)

describe('selectSubmissions', () => {
  it.for<[string, Partial<SubmissionQuery>, number[]]>([
    ['of an exercise of another course', { exerciseId: 21 }, []],
    ['of a submitter whom the registration left out', { userId: 502 }, [1, 4, 6]],
    ['of a submitter who is not on the roster', { userId: 503 }, [3]],
    ['found by words of two people', { q: 'oberg virtanen' }, []],
    ['found by accents alone, which match every name', { q: '´' }, [1, 2, 3, 4, 5, 6]],
    ['of a tag', { tag: 'a' }, [1, 2, 5, 6]],
    ['of a tag, to a student, who sees none', { tag: 'a', ofStudent: 501 }, []],
    ['that are not queued', { state: 'not_queued' }, [1, 4, 5]],
  ])('lists the submissions %s', async ([_what, change, expected], { world }) => {
    expect(await world.idsOf(change)).toEqual(expected)
  })

  it.for([
    ['submission', 'UPDATE submission SET submitted_at = $1 WHERE submission_id = 2'],
    ['snapshot_submission', 'UPDATE snapshot_submission SET submitted_at = $1 WHERE submission_id = 1'],
  ] as const)(
    'has no times finer than a millisecond, which a cursor could not hold (%s)',
    async ([table, update], { world }) => {
      const constraint = `${table}__submitted_at__milliseconds`
      await expect(world.owner.query(update, ['2026-11-01T10:01:00.000001Z'])).rejects.toMatchObject({ constraint })
    },
  )

  it('shows those who handed in neither automatic points, nor what the learning platform shows, nor that it lacks it', async ({
    world,
  }) => {
    await world.goneUpstream(3)
    const [shown] = await world.list({ userId: 503 })
    expect(shown).toMatchObject({ autoPoints: 1.5, gone: true })
    const own = await world.list({ ofStudent: 503 })
    expect(own).toMatchObject([{ submissionId: 3, state: 'submitted', autoPoints: null, gone: false, upstream: null }])
  })

  it('shows staff what the learning platform showed last, and nothing once it lacks the submission', async ({
    world,
  }) => {
    const upstreamOf = async (submissionId: number) =>
      (await world.list({})).find((row) => row.submissionId === submissionId)?.upstream
    expect(await upstreamOf(1)).toMatchObject({ grade: 4 })
    expect(await upstreamOf(2)).toMatchObject({ grade: 2.5 })
    await world.goneUpstream(2)
    expect(await upstreamOf(2)).toBe(null)
  })

  it('is in progress while somebody holds it, also once the learning platform lacks it', async ({ world }) => {
    await world.goneUpstream(2)
    expect(await world.idsOf({ state: 'gone' })).toContain(2)
    await world.owner.query("UPDATE submission SET held_until = now() + interval '1 hour' WHERE submission_id = 2")
    expect(await world.idsOf({ state: 'gone' })).not.toContain(2)
    expect(await world.idsOf({ state: 'in_progress' })).toEqual([2])
  })

  it('leaves out an exercise that was removed from the settings, and lists it again when it is added again', async ({
    world,
  }) => {
    await world.owner.query('DELETE FROM manual_grading_exercise WHERE exercise_id = 12')
    expect(await world.idsOf({})).toEqual([1, 2, 3, 4])
    expect(await world.idsOf({ exerciseId: 12 })).toEqual([])
    expect(await world.idsOf({ userId: 501 })).toEqual([1, 2])
    await world.owner.query('INSERT INTO manual_grading_exercise (exercise_id, course_id) VALUES (12, $1)', [
      world.courseId,
    ])
    expect(await world.idsOf({ exerciseId: 12 })).toEqual([5, 6])
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { frontend, courseId, registered } = grading
  const list = (change: Partial<SubmissionQuery> = {}) =>
    selectSubmissions(frontend, aSubmissionQuery(courseId, change))
  const idsOf = async (change: Partial<SubmissionQuery>) => (await list(change)).map(({ submissionId }) => submissionId)
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
  const goneUpstream = (submissionId: number) =>
    grading.owner.query(
      'UPDATE submission SET gone_at = now(), in_queue = FALSE, fixture = FALSE WHERE submission_id = $1',
      [submissionId],
    )
  return { ...grading, list, idsOf, goneUpstream }
}

const at = (minute: number) => `2026-11-01T10:${String(minute).padStart(2, '0')}:00.000Z`
