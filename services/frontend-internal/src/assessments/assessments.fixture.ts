import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { parkedDraftId } from '@course-grading/contracts/assessments/parked-draft'
import { rubricIds } from '@course-grading/contracts/rubrics/rubric-examples'
import { registerSubmission as register } from '@course-grading/test-kit'
import type { TestService } from '../service.fixture.ts'

/** Complete scores by the rubric of the contract's examples, which make 17 points. */
export const completeScores = {
  structure: { levelId: 'good' },
  report: { points: 8.25, comment: 'The second part is short.' },
}

/** The assessments of the demo course that the contract's examples are about: one that teacher 101 holds, and one that is completed. */
export async function placeAssessments(service: TestService): Promise<void> {
  for (const [submissionId, submitterId] of [
    [9101, 201],
    [9102, 202],
  ] as const) {
    service.upstream.world.addSubmission({ id: submissionId, exerciseId: 1103, submitterIds: [submitterId] })
    await registerSubmission(service, { submissionId, submitterIds: [submitterId], language: 'fi' })
  }
  await placeAssessment(service, { id: assessmentIds.held, submissionId: 9101 })
  await placeAssessment(service, { id: assessmentIds.completed, submissionId: 9102 })
  const completed = await service.send('POST', `/assessments/${assessmentIds.completed}/complete`, { ifMatch: '"1"' })
  if (!completed.ok) throw new Error(`completing: ${completed.status} ${await completed.text()}`)
  await service.sql`
    INSERT INTO parked_draft (id, owner_id, course_id, assessment_id, refused_as, base_revision, content, created_at, fixture)
    VALUES (${parkedDraftId}, 101, 11, ${assessmentIds.held}, 'merge_conflict', 1, '{"privateNote":"Ask about the second part."}', now(), FALSE)`
}

/** The properties of an assessment, which is by the rubric of the contract's examples. */
export interface PlacedAssessment {
  readonly id: string
  readonly submissionId: number
  readonly exerciseId?: number
  readonly rubricId?: string | null
  readonly holderId?: number
  readonly scores?: object
}

/** An assessment in progress that somebody holds, at revision 1. */
export async function placeAssessment(service: TestService, given: PlacedAssessment): Promise<void> {
  const {
    id,
    submissionId,
    exerciseId = 1103,
    rubricId = rubricIds.published,
    holderId = 101,
    scores = completeScores,
  } = given
  await service.sql`
    WITH made AS (
      INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, holder_id, claimed_at, lease_until,
        rubric_id, rubric_version, scores, private_note, part_revisions, points, started_at, updated_at, fixture)
      VALUES (${id}, ${submissionId}, 11, ${exerciseId}, 1, 'in_progress', 1, ${holderId}, ${holderId}, now(), now() + interval '30 minutes', ${rubricId}, CASE WHEN ${rubricId}::uuid IS NULL THEN 0 ELSE 1 END,
        ${JSON.stringify(scores)}, '', '{}', 0, now(), now(), FALSE)
      RETURNING id, submission_id)
    INSERT INTO feedback (id, course_id, submission_id, assessment_id, language, state, revision, body, annotations, author_id, updated_by,
      created_at, updated_at, fixture)
    SELECT gen_random_uuid(), 11, submission_id, id, 'en', 'draft', 1, '', '{}', ${holderId}, ${holderId}, now(), now(), FALSE FROM made`
}

/** A submission of the demo course, registered as the isolated grader does it. */
export async function registerSubmission(service: TestService, change: Parameters<typeof register>[1]): Promise<void> {
  await register(await service.databaseAs('manualGrading'), { submitterIds: [201], ...change })
}
