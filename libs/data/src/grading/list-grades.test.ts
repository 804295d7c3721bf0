import { describe, expect } from 'vitest'
import { aGrading } from '../testing/a-grading.ts'
import { insertCompletedAssessments } from '../testing/completed-assessments.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { listGradeCriteria, listGrades } from './list-grades.ts'
import { writeExerciseGrading } from './write-exercise-grading.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'

const it = testIn(openWorld)

describe('listGrades', () => {
  it('reads everything once, over several pages', async ({ world }) => {
    const course = await world.courseWith({ completed: 2_050, students: 4_100 })
    const rows = await world.rowsOf(course)
    const people = rows.flatMap((row) => row.people.map(({ userId }) => userId))
    expect(people.toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 4_100 }, (_, index) => 501 + index),
    )
    expect(new Set(rows.flatMap(({ submissionId }) => submissionId ?? [])).size).toBe(2_050)
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
})

describe('listGradeCriteria', () => {
  it('has the criteria of every version in use once, and the criterion of points if there is no rubric', async ({
    world,
  }) => {
    const course = await world.courseWith({ completed: 1 })
    const { courseId, exerciseId, firstSubmissionId } = course
    expect(await listGradeCriteria(world.frontend, course)).toEqual(['points'])
    const rubricId = '019ea3f2-7000-7a10-8c2d-3e4f5a6b7c99'
    const version = (ids: string[]) => JSON.stringify({ title: { en: 'x' }, criteria: ids.map((id) => ({ id })) })
    await world.owner.query(
      `INSERT INTO rubric (rubric_id, course_id, state, revision, draft, created_at, updated_at) VALUES ($1, $2, 'draft', 1, $3, now(), now())`,
      [rubricId, courseId, version(['structure', 'report'])],
    )
    for (const [revision, ids] of [
      [2, ['structure', 'report']],
      [3, ['report', 'tests', 'structure']],
      [4, ['unused']],
    ] as const) {
      if (revision > 2)
        await world.owner.query('UPDATE rubric SET draft = $2, revision = revision + 1 WHERE rubric_id = $1', [
          rubricId,
          version([...ids]),
        ])
      await world.owner.query(
        `WITH changed AS (
          UPDATE rubric SET state = 'published', revision = revision + 1, latest_version = coalesce(latest_version, 0) + 1, latest_wording = 1,
            draft = NULL WHERE rubric_id = $1 RETURNING rubric_id, latest_version)
        INSERT INTO rubric_version (rubric_id, version, wording, document, published_at, published_by)
        SELECT rubric_id, latest_version, 1, $2, now(), 101 FROM changed`,
        [rubricId, version([...ids])],
      )
    }
    const more = { courseId, exerciseId, count: 1, firstUserId: 900 }
    await insertCompletedAssessments(world.owner, {
      ...more,
      firstSubmissionId: firstSubmissionId + 10,
      rubric: { rubricId, version: 1 },
    })
    await insertCompletedAssessments(world.owner, {
      ...more,
      firstSubmissionId: firstSubmissionId + 20,
      rubric: { rubricId, version: 2 },
    })
    expect(await listGradeCriteria(world.frontend, course)).toEqual(['points', 'report', 'structure', 'tests'])
    // The results keep the version that their scores belong to.
    await world.owner.query('UPDATE assessment SET rubric_version = 3 WHERE rubric_id = $1', [rubricId])
    expect(await listGradeCriteria(world.frontend, course)).toEqual([
      'points',
      'report',
      'structure',
      'tests',
      'unused',
    ])
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { frontend, owner } = grading
  /** A course with a student for each completed submission, and `students` more. User ids begin with 501. */
  async function courseWith({ completed = 0, students = 0 }: { completed?: number; students?: number }) {
    lastExerciseId += 1
    const exerciseId = lastExerciseId
    const courseId = await configureCourse(frontend, { manualGradingExercises: [exerciseId] })
    const firstSubmissionId = 100_000 * exerciseId
    if (completed > 0)
      await insertCompletedAssessments(owner, { courseId, exerciseId, count: completed, firstSubmissionId })
    await owner.query(
      `INSERT INTO course_snapshot (course_id, revision, taken_at, visible, tags, changes)
    VALUES ($1, 1, now(), TRUE, '[]', '{}') ON CONFLICT DO NOTHING`,
      [courseId],
    )
    await owner.query(
      `INSERT INTO roster_student (course_id, user_id, username, full_name, email, student_id, tag_slugs, search_text)
    SELECT $1, id, 'user' || id, 'Name ' || id, '', id::text, '{}', '' FROM generate_series(501, 500 + $2::int) AS id`,
      [courseId, students],
    )
    return { courseId, exerciseId, firstSubmissionId }
  }
  const rowsOf = async (exercise: { courseId: number; exerciseId: number }) => {
    const pages = await Array.fromAsync(listGrades(frontend, exercise))
    return pages.flat()
  }
  return { ...grading, courseWith, rowsOf }
}

let lastExerciseId = 200
