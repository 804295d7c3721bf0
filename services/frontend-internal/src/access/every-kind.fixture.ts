import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { feedbackIds } from '@course-grading/contracts/feedback/feedback-examples'
import { rubricIds } from '@course-grading/contracts/rubrics/rubric-examples'
import { migrationIds } from '@course-grading/contracts/rubrics/rubric-migration'
import { registerSubmission } from '../assessments/assessments.fixture.ts'
import { openDeliveries } from '../delivery/deliveries.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { takenExercise } from './other-course.fixture.ts'

/** Of student 201, who may read its result. */
export const releasedSubmission = 3009

/** Adds to the data of the contract's examples what they lack: a row of course 11 in every table of courses, and work in every state. */
export async function addEveryKind(service: TestService): Promise<void> {
  await service.database.query(`
    INSERT INTO course_erased_person (course_id, user_id, erased_at) VALUES (11, 299, now());
    INSERT INTO person_action (id, course_id, user_id, action, by_user_id, at) VALUES (gen_random_uuid(), 11, 201, 'export', 102, now());
    INSERT INTO exercise_grading (course_id, exercise_id, rubric_id, revision, anonymous, attempts, claim_order, auto_points, release, lease_minutes,
        max_open_claims, notify, updated_at)
      VALUES (11, 1103, '${rubricIds.published}', 1, FALSE, 'all', 'bands', 'shown', 'manual', 30, 9, TRUE, now()),
        (11, 1104, NULL, 1, TRUE, 'all', 'oldest', 'shown', 'manual', 30, 9, TRUE, now());
    INSERT INTO exercise_alias (course_id, exercise_id, alias, user_id) VALUES (11, 1104, 4711, 201), (11, 1104, 5812, 202);
    INSERT INTO feedback_read (feedback_id, user_id, read_at) VALUES ('${feedbackIds.published}', 201, now()), ('${feedbackIds.own}', 101, now());
    INSERT INTO feedback_template (course_id, revision, templates, updated_by, updated_at) VALUES (11, 1, '{"en":"Dear"}', 101, now());
    INSERT INTO grading_copy (course_id, source_id, copy_id, copied_at) VALUES (11, gen_random_uuid(), gen_random_uuid(), now());
    INSERT INTO snapshot_withheld_exercise (course_id, exercise_id) VALUES (11, 1104);
    INSERT INTO snippet (snippet_id, course_id, owner_id, label, text, search_text, revision, created_at, use_count, last_used_at)
      SELECT gen_random_uuid(), 11, owner.id, 'names', '{"en":"names"}', 'names', 1, now(), 3, now() FROM unnest('{101,103,NULL}'::bigint[]) AS owner (id);
    INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
      VALUES (9204, 11, ${takenExercise}, date_trunc('milliseconds', now()), 'fi', 1, 20, TRUE, FALSE, now());
    INSERT INTO submission_submitter (submission_id, user_id) VALUES (9204, 201);
    INSERT INTO snapshot_submission (course_id, submission_id, exercise_id, submitted_at, status, grade)
      VALUES (11, 9205, ${takenExercise}, date_trunc('milliseconds', now()), 'waiting', 0);
    INSERT INTO snapshot_submitter (course_id, submission_id, user_id) VALUES (11, 9205, 201);
    INSERT INTO feedback_version (feedback_id, version, revision, language, body, annotations, saved_by, begun_at, saved_at)
      VALUES ('${feedbackIds.published}', 1, 1, 'fi', 'About', '{}', 101, now(), now());
    INSERT INTO parked_draft (id, owner_id, course_id, feedback_id, refused_as, base_revision, content, created_at, fixture)
      VALUES (gen_random_uuid(), 101, 11, '${feedbackIds.published}', 'claim_lost', 1, '{"body":"About"}', now(), FALSE);
    INSERT INTO assessment_event (assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after,
        before_submitter_ids, after_submitter_ids)
      VALUES ('${assessmentIds.held}', now(), 'submitters_changed', NULL, 1, 1, 0, 0, '{201,202}', '{201}');
    INSERT INTO rubric_migration_row (migration_id, assessment_id, submission_id, revision, from_version, effect, is_blocked, was_delivered,
        points_before, points_after, max_points, scores, changed_criteria, dropped, dropped_count)
      VALUES ('${migrationIds.ready}', '${assessmentIds.held}', 9101, 1, 1, 'scores', FALSE, FALSE, 1, 2, 20, '{}', '{}', '[]', 0)`)
  const waiting = { exerciseId: 1104, language: 'fi' }
  await registerSubmission(service, { ...waiting, submissionId: 9201, submitterIds: [201] })
  await registerSubmission(service, { ...waiting, submissionId: 9202, submitterIds: [202, 203] })
  await registerSubmission(service, { ...waiting, exerciseId: 1103, submissionId: 9203, submitterIds: [203] })
  const deliveries = await openDeliveries(service)
  for (const state of ['held', 'refused', 'ambiguous'] as const) await deliveries.put(state)
  await deliveries.put('delivered', releasedSubmission)
  await service.database.query(`
    UPDATE completed_result SET released_at = now(), student_text = '{"language":"fi","bodyHtml":"","annotations":[],"result":null}'
      WHERE submission_id = ${releasedSubmission};
    UPDATE feedback SET state = 'published' WHERE submission_id = ${releasedSubmission}`)
}
