import type pg from 'pg'

/**
 * Thirty exercises to which 1,200 students, each with two of `tags` tags, have handed in; every eighth time two together. Everything
 * waits, in three languages, and every fifth work was begun. No table is analysed.
 */
export async function writeWaitingCourse(owner: pg.Client, courseId: number, tags: number): Promise<void> {
  const base = courseId * 1_000_000
  const { rows } = await owner.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  )
  await owner.query(rows.map(({ name }) => `ALTER TABLE ${name} SET (autovacuum_enabled = off);`).join(''))
  await owner.query(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    INSERT INTO manual_grading_exercise (exercise_id, course_id) SELECT ${base} + id, ${courseId} FROM generate_series(1, 30) AS id;
    INSERT INTO course_snapshot (course_id, revision, taken_at, visible, tags, changes) VALUES (${courseId}, 1, now(), TRUE, '[]', '{}');
    INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
    SELECT ${courseId}, ${base} + id, 'user' || id, 'Student ' || id, '', ARRAY['t' || id % ${tags}, 't' || (id + 7) % ${tags}], 'student ' || id || E'\\n\\n'
    FROM generate_series(0, 1199) AS id;
    INSERT INTO staff_name (course_id, user_id, full_name)
    SELECT ${courseId}, id, 'Grader ' || id FROM generate_series(1001, 1200) AS id;
    INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture,
      registered_at, submitter_ids)
    SELECT ${base} + id, ${courseId}, ${base} + 1 + id / 1200, '2026-09-01Z'::timestamptz + id * interval '1 minute',
      (ARRAY['fi', 'en', 'sv'])[1 + id % 3], 1, 10, TRUE, FALSE, now(), CASE WHEN id % 8 = 0
        THEN ARRAY[${base} + id % 1200, ${base} + (id + 600) % 1200] ELSE ARRAY[${base} + id % 1200] END
    FROM generate_series(0, 35999) AS id;
    INSERT INTO submission_submitter (submission_id, user_id)
    SELECT submission_id, own.user_id FROM submission CROSS JOIN unnest(submitter_ids) AS own (user_id) WHERE course_id = ${courseId};
    INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, rubric_version, scores,
      private_note, part_revisions, points, started_at, updated_at, saved_at, fixture)
    SELECT gen_random_uuid(), submission_id, course_id, exercise_id, 1, 'in_progress', 1, 1001 + submission_id % 200, 0, '{}', '', '{}', 0,
      now(), now(), now(), FALSE
    FROM submission WHERE course_id = ${courseId} AND submission_id % 5 = 0;
    COMMIT`)
}

/** Half of them with tags. */
export const twoHundredGraders = (tags: number) =>
  Array.from({ length: 200 }, (_, index) => ({
    userId: 1001 + index,
    languages: index % 3 === 0 ? ['fi', 'en'] : ['fi'],
    ...(index % 2 === 0 && { gradingTags: Array.from({ length: 10 }, (__, nth) => `t${(index * 10 + nth) % tags}`) }),
  }))
