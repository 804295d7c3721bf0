import type { RubricMigration } from '@course-grading/contracts/rubrics/rubric-migration'
import { placeAssessment, registerSubmission } from '../assessments/assessments.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { aDocument, rubricClient } from './rubrics.fixture.ts'

let lastSubmissionId = 40_000

/**
 * The rubric of the contract's examples with a second version that differs by `change`, and functions by which a teacher
 * migrates assessments.
 */
export async function openMigrationsOf(service: TestService, change: object) {
  const rubrics = rubricClient(service)
  const rubricId = await rubrics.edited(aDocument(change))
  await rubrics.write('POST', `${rubricId}/publish`, 3)
  const path = `/rubrics/${rubricId}/migrations`
  const plan = (body: object = {}): Promise<Response> =>
    service.send('POST', path, { body: { toVersion: 2, include: ['in_progress', 'completed'], ...body } })
  return {
    rubricId,
    plan,
    planned: async (body?: object): Promise<RubricMigration> => {
      const reply = await plan(body)
      if (reply.status !== 201) throw new Error(`planning: ${reply.status} ${await reply.text()}`)
      return (await reply.json()) as RubricMigration
    },
    get: (migrationId: string, query = ''): Promise<Response> => service.get(`${path}/${migrationId}${query}`),
    run: (migrationId: string): Promise<Response> => service.send('POST', `${path}/${migrationId}/run`),
    /** An assessment by the first version, which its holder completes if `isCompleted`. */
    place: async (scores: object, isCompleted = true): Promise<string> => {
      lastSubmissionId += 1
      const id = `019ea3f2-7400-7b10-8c2d-${String(lastSubmissionId).padStart(12, '0')}`
      await registerSubmission(service, { submissionId: lastSubmissionId, submitterIds: [201] })
      await placeAssessment(service, { id, submissionId: lastSubmissionId, rubricId, scores })
      if (!isCompleted) return id
      const done = await service.send('POST', `/assessments/${id}/complete`, { ifMatch: '"1"' })
      if (!done.ok) throw new Error(`completing: ${done.status} ${await done.text()}`)
      return id
    },
  }
}

/** Makes assessments in progress by the first version of a rubric, in one statement, each with comments of the given length. */
export async function placeManyAssessments(
  service: TestService,
  { rubricId, count, commentLength }: { rubricId: string; count: number; commentLength: number },
): Promise<void> {
  const comment = `${'A word & more. '.repeat(commentLength / 15)}`
  const scores = JSON.stringify({ structure: { levelId: 'good', comment }, report: { points: 8.25, comment } })
  lastSubmissionId += count + 1
  const many = `SELECT $1::bigint - number AS submission_id, ('00000000-0000-7000-8000-' || lpad(($1::bigint - number)::text, 12, '0'))::uuid AS id
    FROM generate_series(1, $2::int) AS number`
  await service.database.query(
    `INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
    SELECT submission_id, 11, 1103, date_trunc('milliseconds', now()), 'en', 1, 20, FALSE, FALSE, now() FROM (${many}) AS given`,
    [lastSubmissionId, count],
  )
  await service.database.query(
    `INSERT INTO submission_submitter (submission_id, user_id) SELECT submission_id, 201 FROM (${many}) AS given`,
    [lastSubmissionId, count],
  )
  await service.database.query(
    `WITH given AS (${many}),
    assessment AS (
      INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, rubric_id, rubric_version,
        rubric_wording, scores, private_note, part_revisions, points, started_at, updated_at, completed_at, fixture)
      SELECT id, submission_id, 11, 1103, 1, 'completed', 1, 102, $3, 1, 1, $4, '', '{}', 17, now(), now(), now(), FALSE FROM given)
    INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_at, fixture,
      assessment_id, rubric_id, rubric_version, rubric_wording, scores, feedback_revision)
    SELECT id, submission_id, 11, 1103, 17, 20, '', '{}', now(), FALSE, id, $3, 1, 1, $4, 1 FROM given`,
    [lastSubmissionId, count, rubricId, scores],
  )
}
