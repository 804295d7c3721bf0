import type pg from 'pg'
import type { Database } from '../db/database.ts'
import { configureCourse } from './open-settings.ts'

/** A course as a refresh, registrations, graders and releases leave it. Its ids begin after `base`, and are of no other course. */
export interface LargeCourse extends ReleasedWork {
  readonly courseId: number
  readonly base: number
  readonly exerciseIds: readonly number[]
  /** Of the odd exercises. */
  readonly rubricId: string
  readonly size: CourseSize
}

/** A submission of the course whose result its student may read, who has the tag a. */
interface ReleasedWork {
  readonly userId: number
  readonly submissionId: number
  readonly assessmentId: string
  readonly feedbackId: string
}

export interface CourseSize {
  readonly students: number
  readonly submissions: number
}

/** What the planner knows of the courses' tables: nothing, all courses but the last, or all. */
export type Statistics = 'none' | 'others' | 'all'

/** Writes as many courses, and takes the statistics. Returns the course that was written last. */
export async function writeCourses(
  { owner, database }: { readonly owner: pg.Client; readonly database: Database },
  { count, statistics, ...size }: CourseSize & { readonly count: number; readonly statistics: Statistics },
): Promise<LargeCourse> {
  await turnOffAutovacuum(owner)
  let last: LargeCourse | undefined
  for (let nth = 1; nth <= count; nth += 1) {
    if (nth === count && statistics === 'others') await owner.query('ANALYZE')
    last = await writeCourse(owner, database, size)
  }
  if (statistics === 'all') await owner.query('ANALYZE')
  return last!
}

async function turnOffAutovacuum(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  )
  await owner.query(rows.map(({ name }) => `ALTER TABLE ${name} SET (autovacuum_enabled = off);`).join(''))
}

/**
 * Ten exercises, the tenth anonymous. Of three submissions one is not registered. Every eighth has two submitters. Every second of the
 * registered ones is completed, and every second of these released and delivered. A tenth of the students has a document.
 */
async function writeCourse(owner: pg.Client, database: Database, size: CourseSize): Promise<LargeCourse> {
  const { base, exerciseIds } = nextIds()
  const courseId = await configureCourse(database, {
    manualGradingExercises: [...exerciseIds],
    graders: [{ userId: 101, languages: ['fi'] }],
  })
  await owner.query('BEGIN; SET LOCAL session_replication_role = replica')
  const rubricId = await writeSettings(owner, courseId, base)
  await writeSnapshot(owner, courseId, base, size)
  await writeRegistrations(owner, courseId, base, rubricId)
  await writeJudgements(owner, courseId)
  await owner.query('COMMIT')
  return { courseId, base, exerciseIds, rubricId, size, ...(await findReleasedWork(owner, courseId)) }
}

async function findReleasedWork(owner: pg.Client, courseId: number): Promise<ReleasedWork> {
  const { rows } = await owner.query<ReleasedWork>(
    `SELECT submission_id::float8 AS "submissionId", assessment_id AS "assessmentId", feedback.id AS "feedbackId", own.user_id::float8 AS "userId"
    FROM completed_result
    JOIN feedback USING (assessment_id, submission_id)
    JOIN (SELECT submission_id, min(user_id) AS user_id FROM submission_submitter GROUP BY submission_id) AS own USING (submission_id)
    JOIN roster_student ON roster_student.course_id = completed_result.course_id AND roster_student.user_id = own.user_id
    WHERE completed_result.course_id = $1 AND released_at IS NOT NULL AND tag_slugs = '{a}'
    ORDER BY submission_id
    LIMIT 1`,
    [courseId],
  )
  return rows[0]!
}

let courses = 0
function nextIds(): Pick<LargeCourse, 'base' | 'exerciseIds'> {
  courses += 1
  const base = courses * 1_000_000
  return { base, exerciseIds: Array.from({ length: 10 }, (_, index) => base + 1 + index) }
}

async function writeSettings(owner: pg.Client, courseId: number, base: number): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(`
    INSERT INTO rubric (rubric_id, course_id, state, revision, latest_version, latest_wording, created_at, updated_at)
    VALUES (gen_random_uuid(), ${courseId}, 'published', 2, 1, 1, now(), now()) RETURNING rubric_id AS id`)
  const rubricId = rows[0]!.id
  await owner.query(`
    INSERT INTO rubric_version (rubric_id, version, wording, document, published_at, published_by)
    SELECT '${rubricId}', version, 1, '{"title":{"en":"Rubric"},"maxPoints":10,"criteria":[{"id":"points"}]}', now(), 101
    FROM generate_series(1, 2) AS version;
    INSERT INTO exercise_grading (course_id, exercise_id, rubric_id, anonymous, attempts, claim_order, auto_points, release, lease_minutes,
      max_open_claims, notify, revision, updated_at)
    SELECT ${courseId}, ${base} + id, CASE WHEN id % 2 = 1 THEN '${rubricId}'::uuid END, id = 10, 'latest', 'bands', 'shown', 'manual', 30, 5,
      TRUE, 1, now()
    FROM generate_series(1, 10) AS id;
    INSERT INTO staff_name (course_id, user_id, full_name) VALUES (${courseId}, 101, 'Grader'), (${courseId}, ${base}, 'Teacher');
    INSERT INTO snippet (snippet_id, course_id, label, text, search_text, revision, created_at)
    SELECT gen_random_uuid(), ${courseId}, 'Comment ' || id, '{"en":"text"}', 'comment ' || id || E'\\ntext', 1, now()
    FROM generate_series(1, 300) AS id`)
  return rubricId
}

async function writeSnapshot(owner: pg.Client, courseId: number, base: number, size: CourseSize): Promise<void> {
  await owner.query(`
    INSERT INTO course_snapshot (course_id, revision, taken_at, visible, ends_at, tags, changes)
    VALUES (${courseId}, 1, now(), TRUE, now() + interval '1 year', '[]',
      '{"students":{"added":0,"removed":0},"taggings":{"added":0,"removed":0},"exercises":{"added":0,"removed":0,"renamed":0}}');
    INSERT INTO snapshot_module (course_id, module_id, position, name, open, hidden)
    SELECT ${courseId}, ${base} + id, id, 'Module', TRUE, FALSE FROM generate_series(1, 2) AS id;
    INSERT INTO snapshot_exercise (course_id, exercise_id, module_id, position, name, max_points, manual)
    SELECT ${courseId}, ${base} + id, ${base} + 1 + id % 2, id, 'Exercise', 10, TRUE FROM generate_series(1, 10) AS id;
    INSERT INTO roster_student (course_id, user_id, username, full_name, email, student_id, tag_slugs, search_text)
    SELECT ${courseId}, ${base} + id, 'user' || id, 'Student ' || id, 's' || id || '@example.org', NULL,
      CASE WHEN id % 4 = 1 THEN '{a}' ELSE '{}' END::text[], 'student ' || id || E'\\ns' || id || E'@example.org\\n'
    FROM generate_series(1, ${size.students}) AS id;
    INSERT INTO snapshot_submission (course_id, submission_id, exercise_id, submitted_at, status, grade)
    SELECT ${courseId}, ${base} + id, ${base} + 1 + id % 10, '2026-09-01Z'::timestamptz + id * interval '1 minute', 'ready', 5
    FROM generate_series(1, ${size.submissions}) AS id;
    INSERT INTO snapshot_submitter (course_id, submission_id, user_id)
    SELECT ${courseId}, ${base} + id, ${base} + 1 + (id * 7 + nth * 5) % ${size.students}
    FROM generate_series(1, ${size.submissions}) AS id CROSS JOIN generate_series(0, 1) AS nth WHERE nth = 0 OR id % 8 = 0;
    INSERT INTO exercise_alias (course_id, exercise_id, alias, user_id)
    SELECT ${courseId}, ${base} + 10, 1000 + id, ${base} + id FROM generate_series(1, ${size.students}) AS id`)
}

async function writeRegistrations(owner: pg.Client, courseId: number, base: number, rubricId: string): Promise<void> {
  await owner.query(`
    INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture,
      registered_at, submitter_ids)
    SELECT submission_id, course_id, exercise_id, submitted_at, CASE WHEN submission_id % 10 = 0 THEN 'en' ELSE 'fi' END, 1, 10,
      submission_id % 2 = 1, FALSE, now(), ARRAY(
        SELECT user_id FROM snapshot_submitter AS own
        WHERE own.course_id = ${courseId} AND own.submission_id = snapshot_submission.submission_id ORDER BY user_id)
    FROM snapshot_submission WHERE course_id = ${courseId} AND submission_id % 3 <> 0;
    INSERT INTO submission_submitter (submission_id, user_id)
    SELECT submission_id, own.user_id FROM submission CROSS JOIN unnest(submitter_ids) AS own (user_id) WHERE course_id = ${courseId};
    INSERT INTO capability (submission_id, course_id, exercise_id, sealed_url, key_id, origin_digest, max_points, registered_at, replaced,
      settle_until, expires_at, fixture)
    SELECT submission_id, course_id, exercise_id, '\\x01', 'k-1', '\\x02', 10, now(), FALSE, now(), now() + interval '1 day', FALSE
    FROM submission WHERE course_id = ${courseId};
    INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, rubric_id, rubric_version,
      rubric_wording, scores, private_note, part_revisions, points, started_at, updated_at, completed_at, fixture)
    SELECT gen_random_uuid(), submission_id, course_id, exercise_id, 1, state, 1, ${base} + submission_id % 5,
      CASE WHEN exercise_id % 2 = 1 THEN '${rubricId}'::uuid END, exercise_id % 2, CASE state WHEN 'completed' THEN exercise_id % 2 END, '{}',
      '', '{}', 5, now(), now(), CASE state WHEN 'completed' THEN now() END, FALSE
    FROM submission
    CROSS JOIN LATERAL (SELECT CASE WHEN in_queue THEN 'in_progress' ELSE 'completed' END AS state) AS begun
    WHERE course_id = ${courseId} AND (NOT in_queue OR submission_id % 7 = 0)`)
}

async function writeJudgements(owner: pg.Client, courseId: number): Promise<void> {
  await owner.query(`
    INSERT INTO feedback (id, course_id, submission_id, assessment_id, language, state, revision, body, annotations, author_id, updated_by,
      created_at, updated_at, fixture)
    SELECT gen_random_uuid(), course_id, submission_id, id, 'fi', CASE WHEN submission_id % 4 = 0 THEN 'published' ELSE 'draft' END, 1, '', '{}',
      grader_id, grader_id, now(), now(), FALSE
    FROM assessment WHERE course_id = ${courseId};
    INSERT INTO feedback (id, course_id, user_id, language, state, revision, body, annotations, author_id, updated_by, created_at,
      updated_at, published_at, published_text, fixture)
    SELECT gen_random_uuid(), course_id, user_id, 'fi', 'published', 1, '', '{}', 101, 101, now(), now(), now(), '{}', FALSE
    FROM roster_student WHERE course_id = ${courseId} AND user_id % 10 = 0;
    INSERT INTO feedback_version (feedback_id, version, revision, language, body, annotations, saved_by, begun_at, saved_at, closed_at)
    SELECT id, 1, 1, 'fi', '', '{}', author_id, now(), now(), now() FROM feedback WHERE course_id = ${courseId};
    INSERT INTO feedback_read (feedback_id, user_id, read_at)
    SELECT feedback.id, own.user_id, now() FROM feedback JOIN submission_submitter AS own USING (submission_id)
    WHERE course_id = ${courseId} AND state = 'published' AND submission_id % 8 = 0;
    INSERT INTO assessment_event (assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after)
    SELECT id, now(), event, grader_id, 1, 1, 0, 5 FROM assessment CROSS JOIN unnest('{claimed,saved}'::text[]) AS event
    WHERE course_id = ${courseId};
    INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_at, fixture,
      assessment_id, rubric_id, rubric_version, rubric_wording, scores, feedback_revision, released_at, student_text)
    SELECT gen_random_uuid(), submission_id, course_id, exercise_id, 5, 10, '', '{}', now(), FALSE, id, rubric_id, rubric_version,
      rubric_wording, '{}', 1, CASE WHEN submission_id % 4 = 0 THEN now() END, '{"language":"fi"}'
    FROM assessment WHERE course_id = ${courseId} AND state = 'completed';
    INSERT INTO delivery (id, submission_id, course_id, exercise_id, result_id, state, epoch, send_number, started_at, delivered_at, confirmed_by,
      delivered_number, failures, verifications, verification_epoch, upstream_at, upstream_status, upstream_grade, verified_after_at, standing,
      overwrite_seen, notify, fixture, created_at, updated_at)
    SELECT gen_random_uuid(), submission_id, course_id, exercise_id, id, coalesce(sent.state, 'held'), 0, 1, released_at, released_at, sent.by, sent.number,
      0, 0, 0, released_at, sent.status, sent.grade, released_at, coalesce(sent.standing, 'unknown'), FALSE, TRUE, FALSE, now(), now()
    FROM completed_result
    LEFT JOIN (VALUES ('delivered', 'answer', 1, 'ready', 5, 'ours')) AS sent (state, by, number, status, grade, standing)
      ON released_at IS NOT NULL
    WHERE course_id = ${courseId};
    INSERT INTO delivery_event (delivery_id, at, event, to_state, send_number, epoch)
    SELECT id, now(), 'created', state, 1, 0 FROM delivery WHERE course_id = ${courseId};
    INSERT INTO delivery_send (delivery_id, number, epoch, started_at, outcome, recorded_at)
    SELECT id, 1, 0, now(), 'delivered', now() FROM delivery WHERE course_id = ${courseId} AND state = 'delivered'`)
}
