import { describe, expect } from 'vitest'
import { aHead, aModule, aStudent, refresh } from '../testing/a-reading.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { eraseSubmitter } from '../people/erase-submitter.ts'
import { createFindCourseAccess } from '../courses/course-access-queries.ts'
import { findSubmission } from './find-submission.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'

const it = testIn(openWorld)

describe('findSubmission', () => {
  it('gives the part of a person in its course as it is found without a submission', async ({ world }) => {
    const ofGrader = await configureCourse(world.frontend, { graders: [{ userId: 901, languages: ['fi'] }] })
    await refresh(world.frontend, ofGrader, {
      modules: [aModule(1, [31])],
      students: [aStudent(501)],
      submissions: [{ exerciseId: 31, heads: [aHead(31, [501])] }],
    })
    // With a snapshot of the future the age is 0 in both statements.
    await world.owner.query(`UPDATE course_snapshot SET taken_at = taken_at + interval '1 hour' WHERE course_id = $1`, [
      ofGrader,
    ])
    const findAccess = createFindCourseAccess(world.frontend)
    for (const userId of [501, 901, 77_777]) {
      const found = await findSubmission(world.frontend, { submissionId: 31, userId })
      expect(found?.access).toEqual(await findAccess({ courseId: ofGrader, userId }))
      expect(found?.access).toMatchObject({
        onRoster: userId === 501,
        graderEntry: userId === 901 ? expect.objectContaining({ userId: 901 }) : null,
      })
    }
  })

  it('returns the course that grades the exercise by hand if two snapshots have the submission', async ({ world }) => {
    const other = await configureCourse(world.frontend, { manualGradingExercises: [31] })
    await refresh(world.frontend, other, { submissions: [{ exerciseId: 31, heads: [aHead(70, [501])] }] })
    await world.owner.query(
      `INSERT INTO snapshot_submission (course_id, submission_id, exercise_id, submitted_at, status, grade)
      SELECT $1, submission_id, exercise_id, submitted_at, status, grade FROM snapshot_submission WHERE submission_id = 70`,
      [world.courseId],
    )
    expect(await world.find(70)).toMatchObject({ courseId: other, isListed: true })
  })

  it('has no maximum if neither the registration nor the snapshot has one', async ({ world }) => {
    const course = await configureCourse(world.frontend, { manualGradingExercises: [41] })
    await refresh(world.frontend, course, { submissions: [{ exerciseId: 41, heads: [aHead(80, [501])] }] })
    expect(await world.find(80)).toMatchObject({ maxPoints: null, isHidden: false, submitters: [{ fullName: null }] })
  })
})

describe('the state of a submission, for staff', () => {
  it('is completed until the result is released, for any state of its delivery', async ({ world }) => {
    const submissionId = await world.registered({ submitterIds: [611] })
    expect(await world.stateOf(submissionId)).toBe('waiting')
    const deliveryId = await world.complete(submissionId, 'held')
    expect(await world.find(submissionId)).toMatchObject({ state: 'completed', points: 7.5, maxPoints: 10 })
    await world.owner.query("UPDATE delivery SET state = 'pending', not_before = now() WHERE id = $1", [deliveryId])
    expect(await world.stateOf(submissionId)).toBe('completed')
    await world.owner.query('UPDATE completed_result SET released_at = now() WHERE submission_id = $1', [submissionId])
    expect(await world.stateOf(submissionId)).toBe('released')
  })

  it('stays released after a registration made a held delivery again', async ({ world }) => {
    const submissionId = await world.registered({ submitterIds: [612] })
    await world.bringTo(await world.complete(submissionId, 'pending'), 'delivered')
    await world.owner.query('UPDATE completed_result SET released_at = now() WHERE submission_id = $1', [submissionId])
    await world.register({ submissionId, submitterIds: [612] })
    expect(await world.stateOf(submissionId)).toBe('released')
  })

  it('is in progress while somebody holds it, and then waits, or is superseded', async ({ world }) => {
    const older = await world.registered({ submitterIds: [613], submittedAt: '2026-11-01T10:00:00.000Z' })
    const hold = (interval: string) =>
      world.owner.query('UPDATE submission SET held_until = now() + $2::interval WHERE submission_id = $1', [
        older,
        interval,
      ])
    await hold('1 minute')
    expect(await world.stateOf(older)).toBe('in_progress')
    await hold('-1 second')
    expect(await world.stateOf(older)).toBe('waiting')
    const newer = await world.registered({ submitterIds: [613], submittedAt: '2026-11-02T10:00:00.000Z' })
    expect([await world.stateOf(older), await world.stateOf(newer)]).toEqual(['superseded', 'waiting'])
    await hold('1 minute')
    expect(await world.stateOf(older)).toBe('in_progress')
  })

  it('is completed if the result has no delivery', async ({ world }) => {
    const submissionId = await world.registered({ fixture: true })
    await world.complete(submissionId, 'held')
    await world.owner.query(
      'DELETE FROM delivery_event WHERE delivery_id IN (SELECT id FROM delivery WHERE submission_id = $1)',
      [submissionId],
    )
    await world.owner.query('DELETE FROM delivery WHERE submission_id = $1', [submissionId])
    expect(await world.stateOf(submissionId)).toBe('completed')
  })

  it('is not queued, and without points, after the last submitter was erased', async ({ world }) => {
    const submissionId = await world.registered({ submitterIds: [601, 602] })
    const erase = (userId: number) =>
      world.frontend.transaction((tx) => eraseSubmitter(tx, { courseId: world.courseId, userId }))
    await erase(601)
    expect(await world.stateOf(submissionId)).toBe('waiting')
    await erase(602)
    expect(await world.find(submissionId)).toMatchObject({ state: 'not_queued', points: null, submitters: [] })
  })

  it('is not queued without submitters, even if its row is in the queue', async ({ world }) => {
    const submissionId = await world.registered()
    await world.owner.query('DELETE FROM submission_submitter WHERE submission_id = $1', [submissionId])
    expect(await world.find(submissionId)).toMatchObject({ state: 'not_queued', submitters: [] })
  })

  it('is not queued if the result was withdrawn and the submission was not registered again', async ({ world }) => {
    const submissionId = await world.registered()
    await world.complete(submissionId, 'held')
    await world.reopen(submissionId)
    expect(await world.find(submissionId)).toMatchObject({ state: 'not_queued', points: null })
  })

  it('is not queued while its exercise is not listed, from any other state', async ({ world }) => {
    const waiting = await world.registered({ exerciseId: 12 })
    const completed = await world.registered({ exerciseId: 12, submitterIds: [502] })
    await world.complete(completed, 'held')
    await world.owner.query('DELETE FROM manual_grading_exercise WHERE exercise_id = 12')
    expect(await world.find(waiting)).toMatchObject({ state: 'not_queued', isListed: false })
    expect(await world.find(completed)).toMatchObject({ state: 'not_queued', isListed: false })
    await world.owner.query('INSERT INTO manual_grading_exercise (exercise_id, course_id) VALUES (12, $1)', [
      world.courseId,
    ])
    expect([await world.stateOf(waiting), await world.stateOf(completed)]).toEqual(['waiting', 'completed'])
  })
})

describe('people of a submission', () => {
  it('are in the order of their aliases where these are shown, and else of their user ids', async ({ world }) => {
    await world.owner.query(
      'INSERT INTO exercise_alias (course_id, exercise_id, alias, user_id) VALUES ($1, 11, 3000, 501), ($1, 11, 2000, 502), ($1, 11, 1000, 503)',
      [world.courseId],
    )
    const idsOf = async (isNamed: boolean) => {
      const { rows } = await world.owner.query<{ list: { userId: number }[] }>(
        "SELECT list FROM named_people($1, 11, '{501,502,503}', $2)",
        [world.courseId, isNamed],
      )
      return rows[0]?.list.map(({ userId }) => userId)
    }
    expect(await idsOf(false)).toEqual([503, 502, 501])
    expect(await idsOf(true)).toEqual([501, 502, 503])
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { frontend, courseId } = grading
  const find = async (submissionId: number) =>
    (await findSubmission(frontend, { submissionId, userId: 501 }))?.submission ?? null
  const stateOf = async (submissionId: number) => (await find(submissionId))?.state
  await refresh(frontend, courseId, {
    modules: [aModule(1, [11]), aModule(2, [12], { hidden: true })],
    students: [aStudent(501, { tagSlugs: ['a', 'b'] }), aStudent(502)],
    submissions: [
      { exerciseId: 11, heads: [aHead(1, [502, 501]), aHead(2, [502])] },
      { exerciseId: 12, heads: [aHead(3, [501])] },
    ],
  })
  return { ...grading, find, stateOf }
}
