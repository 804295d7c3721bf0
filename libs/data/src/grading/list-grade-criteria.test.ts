import { describe, expect } from 'vitest'
import { testIn } from '../testing/a-delivery.ts'
import { insertCompletedAssessments } from '../testing/completed-assessments.ts'
import { newId } from '../db/new-id.ts'
import { openGrades } from './grades.fixture.ts'
import { listGradeCriteria } from './list-grade-criteria.ts'

const it = testIn(openWorld)

describe('listGradeCriteria', () => {
  it('has the criterion of points where neither settings nor work have a rubric', async ({ world }) => {
    const course = await world.courseWith({ completed: 1 })
    expect(await listGradeCriteria(world.frontend, course)).toEqual(['points'])
  })

  it('has the criteria of every version of the rubric of the settings once, in their order', async ({ world }) => {
    const course = await world.courseWith({})
    const versions = [['structure', 'report'], ['report', 'tests', 'structure'], ['new']]
    await world.setGrading(course, { rubricId: await world.rubricOf(course, versions) })
    expect(await listGradeCriteria(world.frontend, course)).toEqual(['report', 'structure', 'tests', 'new'])
  })

  it('has those of every version of a rubric that only work names, also of work without one', async ({ world }) => {
    const course = await world.courseWith({ completed: 1 })
    const rubricId = await world.rubricOf(course, [['structure'], ['tests']])
    const firstSubmissionId = course.firstSubmissionId + 10
    const rubric = { rubricId, version: 1 }
    await insertCompletedAssessments(world.owner, { ...course, count: 1, firstSubmissionId, rubric })
    await world.rubricOf(course, [['of-another-rubric']])
    expect(await listGradeCriteria(world.frontend, course)).toEqual(['points', 'structure', 'tests'])
  })

  it('has those of what was released, although it is graded again by another rubric', async ({ world }) => {
    const course = await world.courseWith({})
    const [before, now] = [await world.rubricOf(course, [['before']]), await world.rubricOf(course, [['now']])]
    const rubric = { rubricId: before, version: 1 }
    await world.setGrading(course, { rubricId: now })
    await insertCompletedAssessments(world.owner, { ...course, count: 1, rubric, isReleased: true })
    await world.reopen(course.firstSubmissionId)
    await world.owner.query('UPDATE assessment SET rubric_id = $2 WHERE submission_id = $1', [
      course.firstSubmissionId,
      now,
    ])
    expect((await listGradeCriteria(world.frontend, course)).toSorted()).toEqual(['before', 'now'])
  })
})

async function openWorld() {
  const grades = await openGrades()
  const { owner } = grades
  /** A published rubric with the criteria of each of its versions. */
  async function rubricOf({ courseId }: { courseId: number }, versions: readonly (readonly string[])[]) {
    const rubricId = newId()
    // Without the triggers, which let a rubric begin only as a draft.
    await owner.query('SET session_replication_role = replica')
    await owner.query(
      `INSERT INTO rubric (rubric_id, course_id, state, revision, latest_version, latest_wording, created_at, updated_at)
      VALUES ($1, $2, 'published', 1, $3, 1, now(), now())`,
      [rubricId, courseId, versions.length],
    )
    await owner.query(
      `INSERT INTO rubric_version (rubric_id, version, wording, document, published_at, published_by)
      SELECT $1, version, 1, document, now(), 101 FROM unnest($2::json[]) WITH ORDINALITY AS given (document, version)`,
      [rubricId, versions.map((ids) => JSON.stringify({ title: { en: 'x' }, criteria: ids.map((id) => ({ id })) }))],
    )
    await owner.query('RESET session_replication_role')
    return rubricId
  }
  return { ...grades, rubricOf }
}
