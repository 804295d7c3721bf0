import { describe, expect } from 'vitest'
import { aGrading } from '../testing/a-grading.ts'
import { testIn } from '../testing/a-delivery.ts'
import { openGrades } from './grades.fixture.ts'
import { writeExerciseGrading } from './write-exercise-grading.ts'

const it = testIn(openGrades)

describe('listGrades', () => {
  it('reads everything once, over several pages, also what both sources have of one time', async ({ world }) => {
    const course = await world.courseWith({ completed: 2_050, students: 4_100 })
    await world.owner.query(
      `WITH unregistered AS (
        INSERT INTO snapshot_submission (course_id, submission_id, exercise_id, submitted_at, status, grade)
        SELECT course_id, submission_id - 5000, exercise_id, submitted_at, 'waiting', 0
        FROM submission WHERE course_id = $1 ORDER BY submission_id LIMIT 3
        RETURNING submission_id)
      INSERT INTO snapshot_submitter (course_id, submission_id, user_id)
      SELECT $1, submission_id, 3000 + submission_id % 10 FROM unregistered`,
      [course.courseId],
    )
    const lines = await world.linesOf(course)
    expect(lines.map(([, userId]) => userId).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 4_100 }, (_, index) => 501 + index),
    )
    const first = course.firstSubmissionId
    expect(lines.slice(0, 2_053).map(([submissionId]) => submissionId)).toEqual([
      first - 5_000,
      first - 4_999,
      first - 4_998,
      ...Array.from({ length: 2_050 }, (_, index) => first + index),
    ])
  })

  it('has what only the snapshot has, and what the learning platform showed last', async ({ world }) => {
    const course = await world.courseWith({ completed: 2, students: 3 })
    const { courseId, exerciseId, firstSubmissionId: first } = course
    await world.owner.query(
      `INSERT INTO snapshot_submission (course_id, submission_id, exercise_id, submitted_at, status, grade)
      SELECT $1, id, $2, date_trunc('milliseconds', now()), 'ready', id % 10 FROM unnest($3::bigint[]) AS id`,
      [courseId, exerciseId, [first, first + 1, first + 5]],
    )
    await world.owner.query('INSERT INTO snapshot_submitter (course_id, submission_id, user_id) VALUES ($1, $2, 503)', [
      courseId,
      first + 5,
    ])
    await world.owner.query(`UPDATE course_snapshot SET taken_at = now() - interval '1 hour' WHERE course_id = $1`, [
      courseId,
    ])
    const rows = await world.rowsOf(course)
    expect(rows.map(({ submissionId, state, upstreamGrade }) => [submissionId, state, upstreamGrade])).toEqual([
      [first, 'completed', 0],
      [first + 1, 'completed', 1],
      [first + 5, 'not_queued', 5],
    ])
    expect(rows[2]).toMatchObject({ points: null, assessmentId: null, people: [{ userId: 503 }] })
  })

  it('has work without submitters, without a person', async ({ world }) => {
    const course = await world.courseWith({ completed: 1 })
    await world.owner.query('DELETE FROM submission_submitter WHERE submission_id = $1', [course.firstSubmissionId])
    expect(await world.rowsOf(course)).toMatchObject([{ submissionId: course.firstSubmissionId, people: [] }])
  })

  it('names nobody where work is anonymous, in no order of people', async ({ world }) => {
    const course = await world.courseWith({ completed: 1, students: 300 })
    const { courseId, exerciseId } = course
    await world.owner.query(
      'INSERT INTO submission_submitter (submission_id, user_id) SELECT $1, id FROM generate_series(502, 510) AS id',
      [course.firstSubmissionId],
    )
    await world.frontend.transaction((tx) =>
      writeExerciseGrading(tx, { courseId, exerciseId, expectedRevision: 0 }, { ...aGrading, anonymous: true }),
    )
    const [group, ...alone] = await world.rowsOf(course)
    const people = [...(group?.people ?? []), ...alone.flatMap((row) => row.people)]
    expect(people).toHaveLength(300)
    for (const { alias, ...rest } of people) {
      expect(typeof alias).toBe('number')
      expect(rest).toEqual({ userId: null, username: null, studentId: null, fullName: null })
    }
    const aliasesOf = (rows: typeof people) => rows.map(({ alias }) => Number(alias))
    const ascending = (numbers: number[]) => numbers.toSorted((a, b) => a - b)
    expect(aliasesOf(group?.people.slice() ?? [])).toEqual(ascending(aliasesOf(group?.people.slice() ?? [])))
    expect(aliasesOf(people.slice(10))).toEqual(ascending(aliasesOf(people.slice(10))))
  })

  it('has somebody whom a refresh added to a team, before the registration knows', async ({ world }) => {
    const course = await world.courseWith({ completed: 1, students: 2 })
    const { courseId, exerciseId, firstSubmissionId } = course
    await world.hasHandedIn(course, firstSubmissionId, [501, 502])
    expect(await world.linesOf({ courseId, exerciseId })).toEqual([
      [firstSubmissionId, 501],
      [null, 502],
    ])
  })

  it('keeps the name of whoever left the course on their work, and has no row for those without work', async ({
    world,
  }) => {
    const course = await world.courseWith({ completed: 1, students: 3 })
    await world.owner.query(
      'UPDATE roster_student SET left_at = now() WHERE course_id = $1 AND user_id IN (501, 502)',
      [course.courseId],
    )
    const rows = await world.rowsOf(course)
    expect(rows.map(({ people }) => people)).toMatchObject([
      [{ userId: 501, fullName: 'Name 501', username: 'user501', studentId: '501' }],
      [{ userId: 503 }],
    ])
  })

  it('has the name of the grader, from the staff or from a roster', async ({ world }) => {
    const course = await world.courseWith({ completed: 3 })
    const of = (at: number) => course.firstSubmissionId + at
    await world.owner.query(
      `INSERT INTO staff_name (course_id, user_id, full_name) VALUES ($1, 102, 'Iida Assari') ON CONFLICT DO NOTHING`,
      [course.courseId],
    )
    await world.owner.query(
      `INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
      VALUES ($1, 99777, 'otto', 'Otto Aalto', '', '{}', '')`,
      [course.courseId],
    )
    await world.owner.query('UPDATE assessment SET grader_id = 99777 WHERE submission_id = $1', [of(1)])
    await world.owner.query('UPDATE assessment SET grader_id = 99778 WHERE submission_id = $1', [of(2)])
    const names = (await world.rowsOf(course)).map(({ graderId, graderName }) => [graderId, graderName])
    expect(names.slice(0, 3)).toEqual([
      [102, 'Iida Assari'],
      [99_777, 'Otto Aalto'],
      [99_778, null],
    ])
  })

  it('says that a delivered grade no longer stands once its submission is gone', async ({ world }) => {
    const { courseId, exerciseId } = await world.courseWith({})
    const submissionId = await world.registered({ courseId, exerciseId })
    await world.bringTo(await world.complete(submissionId, 'pending'), 'delivered')
    await world.owner.query(
      `UPDATE delivery SET standing = 'ours', upstream_at = now(), upstream_status = 'ready', upstream_grade = 5, verified_after_at = now()
      WHERE submission_id = $1`,
      [submissionId],
    )
    expect(await world.rowsOf({ courseId, exerciseId })).toMatchObject([{ standing: 'ours' }])
    await world.owner.query('UPDATE submission SET gone_at = now() WHERE submission_id = $1', [submissionId])
    expect(await world.rowsOf({ courseId, exerciseId })).toMatchObject([{ standing: 'changed' }])
  })

  it('has what was released while it is graded again, and who gave it', async ({ world }) => {
    const course = await world.courseWith({ completed: 1 })
    const id = course.firstSubmissionId
    const parts = [{ kind: 'criterion', criterionId: 'points', points: 7.5 }]
    await world.owner.query(
      'UPDATE completed_result SET released_at = $2, parts = $3, max_points = 9 WHERE submission_id = $1',
      [id, '2026-11-03T10:00:00Z', JSON.stringify(parts)],
    )
    await world.reopen(id)
    await world.owner.query('UPDATE assessment SET grader_id = 103 WHERE submission_id = $1', [id])
    const released = {
      points: 7.5,
      maxPoints: 9,
      parts,
      releasedAt: '2026-11-03T10:00:00.000Z',
      graderId: 102,
      completedAt: expect.stringMatching(/Z$/),
    }
    expect(await world.rowsOf(course)).toMatchObject([released])
    // Newer results that nobody released do not replace it, until one stands.
    await world.completeAgain(id, 3)
    expect(await world.rowsOf(course)).toMatchObject([
      { points: 3, releasedAt: null, graderId: 103, state: 'completed' },
    ])
    await world.reopen(id)
    expect(await world.rowsOf(course)).toMatchObject([released])
  })

  it('has no points of work that was never released and is graded again, nor of what belongs to nobody', async ({
    world,
  }) => {
    const course = await world.courseWith({ completed: 2 })
    const [first, second] = [course.firstSubmissionId, course.firstSubmissionId + 1]
    await world.owner.query('UPDATE completed_result SET released_at = now() WHERE submission_id = $1', [second])
    await world.reopen(first)
    await world.reopen(second)
    await world.owner.query('DELETE FROM submission_submitter WHERE submission_id = $1', [second])
    expect(await world.rowsOf(course)).toMatchObject([
      { submissionId: first, points: null, releasedAt: null },
      { submissionId: second, points: null, releasedAt: null, people: [] },
    ])
  })
})
