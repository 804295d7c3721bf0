import type pg from 'pg'

/** Which submissions of a course are registered. The snapshot has all of them. */
export type Registered = 'all' | 'none' | 'half'

/**
 * Writes `count` submissions of 1,200 students to ten manual-grading exercises of a course, one for each minute from September
 * 2026 on, all of them in the snapshot. Every eighth has two submitters. The course must have no snapshot before. Exercise ids
 * begin after a million times the course's id.
 */
export async function writeManySubmissions(
  owner: pg.Client,
  courseId: number,
  registered: Registered,
  count: number,
): Promise<void> {
  const base = courseId * 1_000_000
  const isRegistered = { all: 'TRUE', none: 'FALSE', half: 'id % 2 = 0' }[registered]
  await owner.query(`
    INSERT INTO manual_grading_exercise (exercise_id, course_id) SELECT ${base} + id, ${courseId} FROM generate_series(1, 10) AS id;
    INSERT INTO course_snapshot (course_id, revision, taken_at, visible, tags, changes) VALUES (${courseId}, 1, now(), TRUE, '[]', '{}');
    INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
    SELECT ${courseId}, id, 'user' || id, 'Student ' || id, '', '{}',
      'student ' || id || E'\\n\\n'
    FROM generate_series(1, 1200) AS id;
    INSERT INTO snapshot_submission (course_id, submission_id, exercise_id, submitted_at, status, grade)
    SELECT ${courseId}, ${base} + id, ${base} + 1 + id % 10, '2026-09-01Z'::timestamptz + id * interval '1 minute', 'ready', 5
    FROM generate_series(1, ${count}) AS id;
    INSERT INTO snapshot_submitter (course_id, submission_id, user_id)
    SELECT ${courseId}, ${base} + id, 1 + (id * 7 + nth * 600) % 1200
    FROM generate_series(1, ${count}) AS id CROSS JOIN generate_series(0, 1) AS nth WHERE nth = 0 OR id % 8 = 0;
    INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
    SELECT ${base} + id, ${courseId}, ${base} + 1 + id % 10, '2026-09-01Z'::timestamptz + id * interval '1 minute', 'fi', 1, 10, id % 8 <> 0, FALSE, now()
    FROM generate_series(1, ${count}) AS id WHERE ${isRegistered};
    INSERT INTO submission_submitter (submission_id, user_id)
    SELECT snapshot_submitter.submission_id, snapshot_submitter.user_id
    FROM snapshot_submitter JOIN submission USING (submission_id) WHERE snapshot_submitter.course_id = ${courseId};
    INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, rubric_version,
      rubric_wording, scores, private_note, part_revisions, points, started_at, updated_at, completed_at, fixture)
    SELECT gen_random_uuid(), submission_id, course_id, exercise_id, 1, 'completed', 1, 101, 0, 0, '{}', '', '{}', 5, now(), now(), now(), FALSE
    FROM submission WHERE course_id = ${courseId} AND NOT in_queue;
    INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_at, fixture,
      assessment_id, rubric_version, rubric_wording, scores, feedback_revision)
    SELECT id, submission_id, course_id, exercise_id, 5, 10, '', '{}', now(), FALSE, id, 0, 0, '{}', 1
    FROM assessment WHERE course_id = ${courseId};
    INSERT INTO delivery (id, submission_id, course_id, exercise_id, result_id, state, epoch, send_number, failures, verifications,
      verification_epoch, overwrite_seen, notify, fixture, created_at, updated_at)
    SELECT gen_random_uuid(), submission_id, course_id, exercise_id, id, 'held', 0, 1, 0, 0, 0, FALSE, TRUE, FALSE, now(), now()
    FROM completed_result WHERE course_id = ${courseId};
  `)
}
