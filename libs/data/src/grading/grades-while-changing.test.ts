import { describe, expect } from 'vitest'
import { testIn } from '../testing/a-delivery.ts'
import type { ExerciseOfCourse } from '../db/lock-order.ts'
import type { GradeRow } from './grade-rows.ts'
import { linesOf, openGrades } from './grades.fixture.ts'
import { listGrades } from './list-grades.ts'

const it = testIn(openWorld)

describe('listGrades, while rows change', () => {
  it('has work once that becomes registered after its page was read', async ({ world }) => {
    const course = await world.courseWith({ completed: 1, students: 2 })
    const late = course.firstSubmissionId + 5
    await world.hasHandedIn(course, late, [502])
    const lines = await world.listWhile(course, () => world.registers(course, late, [502]))
    expect(lines).toEqual([
      [late, 502],
      [course.firstSubmissionId, 501],
    ])
  })

  it('has the new work of somebody who had none, with them alone', async ({ world }) => {
    const course = await world.courseWith({ completed: 1, students: 4 })
    const [team, alone] = [course.firstSubmissionId + 5, course.firstSubmissionId + 6]
    const lines = await world.listWhile(course, async () => {
      await world.registers(course, team, [501, 503])
      await world.hasHandedIn(course, alone, [504])
    })
    expect(lines).toEqual([
      [course.firstSubmissionId, 501],
      [team, 503],
      [alone, 504],
      [null, 502],
    ])
  })

  it('has every submission of somebody who had none, registered or not, and no other exercise', async ({ world }) => {
    const course = await world.courseWith({ completed: 1, students: 2 })
    const [first, second, other] = [5, 6, 7].map((at) => course.firstSubmissionId + at) as [number, number, number]
    const lines = await world.listWhile(course, async () => {
      await world.registers(course, second, [502], '2026-11-02T10:00:00.000Z')
      await world.hasHandedIn(course, second, [502])
      await world.hasHandedIn(course, first, [502])
      await world.hasHandedIn({ ...course, exerciseId: 99 }, other, [502])
    })
    expect(lines.slice(1)).toEqual([
      [first, 502],
      [second, 502],
    ])
  })

  it('has whoever came to the roster meanwhile, and nobody who left it', async ({ world }) => {
    const course = await world.courseWith({ completed: 1, students: 3 })
    const lines = await world.listWhile(course, () =>
      world.owner.query(
        `WITH gone AS (UPDATE roster_student SET left_at = now() WHERE course_id = $1 AND user_id = 502)
        INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
        VALUES ($1, 499, 'user499', 'Name 499', '', '{}', '')`,
        [course.courseId],
      ),
    )
    expect(lines).toEqual([
      [course.firstSubmissionId, 501],
      [null, 499],
      [null, 503],
    ])
  })

  it('has new work by its alias where work is anonymous', async ({ world }) => {
    const course = await world.courseWith({ completed: 1, students: 3 })
    await world.setGrading(course, { anonymous: true })
    const late = course.firstSubmissionId + 5
    const rows = await world.rowsWhile(course, () => world.registers(course, late, [502]))
    expect(rows.map(({ submissionId }) => submissionId)).toEqual([course.firstSubmissionId, late, null])
    for (const { people } of rows)
      expect(people).toEqual([
        { userId: null, username: null, studentId: null, fullName: null, alias: expect.any(Number) },
      ])
    expect(new Set(rows.map(({ people }) => people[0]?.alias)).size).toBe(3)
  })

  it('leaves nobody out, and writes nobody twice, whatever arrives between its pages', async ({ world }) => {
    const course = await world.courseWith({ completed: 1_050, students: 1_300 })
    const after = course.firstSubmissionId + 1_050
    // Before what was read and after it, by people with work, without, and not yet on the roster.
    const change = (step: number) => async () => {
      const team = [501 + step, 1_700 + step, 2_400 + step]
      await world.registers(course, after + 10 * step, team, '2020-01-01T00:00:00.000Z')
      await world.registers(course, after + 10 * step + 1, team.slice(1), '2030-01-01T00:00:00.000Z')
      await world.joins(course, [400 + step, 2_400 + step])
    }
    const lines = await world.listWhile(course, change(1), change(2))
    const listed = new Set(lines.map(([, userId]) => userId))
    expect((await world.rosterOf(course)).filter((id) => !listed.has(id))).toEqual([])
    expect(new Set(lines.map(String)).size).toBe(lines.length)
    const withWork = new Set(lines.flatMap(([submissionId, userId]) => (submissionId === null ? [] : [userId])))
    expect(lines.filter(([submissionId, userId]) => submissionId === null && withWork.has(userId ?? 0))).toEqual([])
  })

  it('keeps no transaction open while its reader takes a page', async ({ world }) => {
    const course = await world.courseWith({ completed: 1, students: 2 })
    const open: unknown[] = []
    await world.listWhile(course, async () => {
      const { rows } = await world.owner.query(
        `SELECT state FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in%'`,
      )
      open.push(...rows)
    })
    expect(open).toEqual([])
  })
})

async function openWorld() {
  const grades = await openGrades()
  /** What is listed if each change happens after another page. */
  async function rowsWhile(exercise: ExerciseOfCourse, ...changes: (() => Promise<unknown>)[]) {
    const rows: GradeRow[] = []
    for await (const page of listGrades(grades.frontend, exercise)) {
      rows.push(...page)
      await changes.shift()?.()
    }
    expect(changes).toEqual([])
    return rows
  }
  const listWhile = async (...given: Parameters<typeof rowsWhile>) => linesOf(await rowsWhile(...given))
  const registers = (
    { courseId, exerciseId }: ExerciseOfCourse,
    submissionId: number,
    submitterIds: number[],
    submittedAt = '2026-11-01T10:00:00.000Z',
  ) => grades.registered({ courseId, exerciseId, submissionId, submitterIds, submittedAt })
  const joins = ({ courseId }: ExerciseOfCourse, userIds: number[]) =>
    grades.owner.query(
      `INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
      SELECT $1, id, 'user' || id, 'Name ' || id, '', '{}', '' FROM unnest($2::bigint[]) AS id`,
      [courseId, userIds],
    )
  const rosterOf = async ({ courseId }: ExerciseOfCourse) => {
    const text = 'SELECT user_id::float8 AS id FROM present_student WHERE course_id = $1'
    return (await grades.owner.query<{ id: number }>(text, [courseId])).rows.map(({ id }) => id)
  }
  return { ...grades, rowsWhile, listWhile, registers, joins, rosterOf }
}
