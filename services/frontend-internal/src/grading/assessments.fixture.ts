import type { TestService } from '../service.fixture.ts'

/** An assessment in progress that nobody holds, by a version of a rubric, with its submission, in the demo course. */
export async function placeAssessmentInProgress(
  service: TestService,
  { submissionId, rubricId, version }: { submissionId: number; rubricId: string; version: number },
): Promise<void> {
  await service.sql`
    WITH placed AS (
      INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
      VALUES (${submissionId}, 11, 1103, date_trunc('milliseconds', now()), 'en', 1, 20, TRUE, FALSE, now()))
    INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, rubric_id, rubric_version, scores,
      private_note, part_revisions, points, started_at, updated_at, fixture)
    VALUES (gen_random_uuid(), ${submissionId}, 11, 1103, 1, 'in_progress', 1, 102, ${rubricId}, ${version}, '{}', '', '{}', 0, now(), now(), FALSE)`
}
