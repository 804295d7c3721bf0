import { hash } from 'node:crypto'
import type { Pool } from 'pg'

const sessionQuery = {
  name: 'session',
  text: `SELECT s.session_id, s.user_id, s.identity, s.identity_at, s.sealed_token, p.document AS preferences
    FROM session s LEFT JOIN preferences p ON p.user_id = s.user_id WHERE s.id_hash = $1 AND s.expires_at > now()`,
}
const courseQuery = {
  name: 'course',
  text: `SELECT c.course_id, c.slug, c.name, c.document -> 'languages' AS languages, s.taken_at, s.visible,
    EXISTS (SELECT FROM course_grader g WHERE g.course_id = c.course_id AND g.user_id = $2) AS grader,
    (SELECT count(*) FROM roster_student r WHERE r.course_id = c.course_id) AS students
    FROM course_settings c LEFT JOIN course_snapshot s ON s.course_id = c.course_id WHERE c.course_id = $1`,
}

/** The first of what was registered, the first of what the snapshot alone has before the end of those, and the rows of a page of both. */
const pageQuery = {
  name: 'page',
  text: `WITH registered AS MATERIALIZED (
      SELECT submission_id, submitted_at FROM submission
      WHERE course_id = $1 AND (submitted_at, submission_id) > ($2, $3)
        AND (exercise_id IN (SELECT exercise_id FROM manual_grading_exercise WHERE course_id = $1)) IS TRUE
      ORDER BY submitted_at, submission_id LIMIT 51
    ), last AS (
      SELECT submitted_at, submission_id FROM registered ORDER BY submitted_at, submission_id OFFSET 50
    ), unregistered AS MATERIALIZED (
      SELECT submission_id, submitted_at FROM snapshot_submission k
      WHERE course_id = $1 AND (submitted_at, submission_id) > ($2, $3)
        AND (submitted_at, submission_id) < (coalesce((SELECT submitted_at FROM last), 'infinity'), coalesce((SELECT submission_id FROM last), 0))
        AND (exercise_id IN (SELECT exercise_id FROM manual_grading_exercise WHERE course_id = $1)) IS TRUE
        AND coalesce((SELECT FALSE FROM submission s WHERE s.submission_id = k.submission_id), TRUE)
      ORDER BY submitted_at, submission_id LIMIT 51
    ), chosen AS MATERIALIZED (
      SELECT submission_id FROM (SELECT * FROM registered UNION ALL SELECT * FROM unregistered) f ORDER BY submitted_at, submission_id LIMIT 51
    )
    SELECT h.submission_id, h.exercise_id, h.submitted_at, s.attempt, s.language, s.max_points, s.auto_points, h.status, h.grade, r.points,
      CASE WHEN r.points IS NULL THEN CASE WHEN s.in_queue THEN 'waiting' ELSE 'not_queued' END
        WHEN (SELECT d.state FROM delivery d WHERE d.submission_id = s.submission_id AND d.result_id = r.id ORDER BY d.ordinal DESC LIMIT 1) <> 'held'
        THEN 'released' ELSE 'completed' END AS state,
      (SELECT json_agg(json_build_object('userId', b.user_id, 'fullName', n.full_name, 'alias', FALSE) ORDER BY b.user_id)
        FROM snapshot_submitter b LEFT JOIN roster_student n ON n.course_id = b.course_id AND n.user_id = b.user_id
        WHERE b.course_id = $1 AND b.submission_id = h.submission_id) AS submitters
    FROM chosen c
    CROSS JOIN LATERAL (SELECT * FROM snapshot_submission WHERE course_id = $1 AND submission_id = c.submission_id LIMIT 1) h
    LEFT JOIN LATERAL (SELECT * FROM submission WHERE submission_id = c.submission_id LIMIT 1) s ON TRUE
    LEFT JOIN LATERAL (
      SELECT id, points FROM completed_result WHERE submission_id = c.submission_id AND withdrawn_at IS NULL LIMIT 1
    ) r ON TRUE
    ORDER BY h.submitted_at, h.submission_id`,
}

interface TwinRow {
  submission_id: string
  exercise_id: string
  submitted_at: Date
  attempt: number | null
  language: string | null
  max_points: number | null
  auto_points: string | null
  status: string
  grade: string
  points: string | null
  state: string
  submitters: object[]
}

/** A page of submissions, with the session and the course of the request: three queries. */
export async function listPage(
  pool: Pool,
  sessionId: string,
  courseId: string,
  cursor: string | null,
): Promise<object> {
  const {
    rows: [session],
  } = await pool.query<{ user_id: string }>({ ...sessionQuery, values: [hash('sha256', sessionId, 'buffer')] })
  await pool.query({ ...courseQuery, values: [courseId, session!.user_id] })
  const [, submittedAt, submissionId] =
    cursor === null
      ? ['', '-infinity', 0]
      : (JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, string, number])
  const { rows } = await pool.query<TwinRow>({ ...pageQuery, values: [courseId, submittedAt, submissionId] })
  const items = rows.slice(0, 50).map((row) => ({
    submissionId: Number(row.submission_id),
    courseId: Number(courseId),
    exerciseId: Number(row.exercise_id),
    submittedAt: row.submitted_at,
    attempt: row.attempt,
    language: row.language,
    state: row.state,
    points: numberOf(row.points),
    maxPoints: row.max_points,
    autoPoints: numberOf(row.auto_points),
    upstream: { status: row.status, grade: Number(row.grade) },
    submitters: row.submitters,
    assessment: null,
    mayClaim: row.state === 'waiting',
  }))
  const last = items.at(-1)
  const key = last && ['listSubmissions', last.submittedAt, last.submissionId]
  return { items, nextCursor: rows.length > 50 && key ? Buffer.from(JSON.stringify(key)).toString('base64url') : null }
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text))
