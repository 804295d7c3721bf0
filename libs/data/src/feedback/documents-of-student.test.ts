import { describe, expect } from 'vitest'
import { openGrading, testIn } from '../testing/a-delivery.ts'
import { aStudent, refresh } from '../testing/a-reading.ts'
import { findStudent } from '../students/find-student.ts'
import { anyDocument, type DocumentRestriction } from './documents-of-student.ts'

const it = testIn(openWorld)

describe('the documents of a student', () => {
  it('are, for a grader whose tags the student lacks, those of the work alone', async ({ world }) => {
    expect(await world.documents({})).toHaveLength(2)
    expect(await world.documents({ tags: ['a'] })).toHaveLength(2)
    expect(await world.documents({ tags: ['b'] })).toEqual([world.ofWork])
  })

  it('are without those of anonymous work, unless who asks may see it', async ({ world }) => {
    await world.owner.query(
      `INSERT INTO exercise_grading (course_id, exercise_id, revision, anonymous, attempts, claim_order, auto_points, release, lease_minutes,
        max_open_claims, notify, updated_at)
      VALUES ($1, 11, 1, TRUE, 'latest', 'bands', 'shown', 'manual', 30, 1, TRUE, now())
      ON CONFLICT (course_id, exercise_id) DO UPDATE SET anonymous = TRUE, revision = exercise_grading.revision + 1`,
      [world.courseId],
    )
    expect(await world.documents({})).toEqual([aboutStudent])
    expect(await world.documents({ seesAnonymous: true })).toHaveLength(2)
  })
})

const aboutStudent = '019ea3f2-7400-7b10-8c2d-3e4f5a6b7c99'

async function openWorld() {
  const grading = await openGrading()
  const { frontend, owner, courseId } = grading
  await refresh(frontend, courseId, { students: [aStudent(501, { tagSlugs: ['a'] })] })
  const submissionId = await grading.registered({ submitterIds: [501] })
  await grading.complete(submissionId, 'held')
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM feedback WHERE submission_id = $1', [submissionId])
  await owner.query(
    `INSERT INTO feedback (id, course_id, user_id, language, state, revision, body, annotations, author_id, updated_by, created_at, updated_at,
      fixture, part_revisions)
    VALUES ($1, $2, 501, 'fi', 'draft', 1, '', '{}', 101, 101, now(), now(), FALSE, '{}')`,
    [aboutStudent, courseId],
  )
  const reader = { restriction: null, claimer: null, ofStudent: null }
  const documents = async (of: Partial<DocumentRestriction>): Promise<string[]> => {
    const view = { visibleTo: null, reader, seesAnonymous: true, documents: { ...anyDocument, ...of } }
    return (await findStudent(frontend, courseId, 501, view))!.feedback.map(({ id }) => id)
  }
  return { ...grading, ofWork: rows[0]!.id, documents }
}
