import type { StudentText } from '@course-grading/domain/assessments/result-texts'
import type { UpstreamFacts } from '@course-grading/domain/delivery/counted-upstream'
import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { latestDelivery, shownMaxPoints } from '../delivery/shown-max-points.ts'
import { lockPeople, shareSubmission } from '../db/lock-order.ts'
import { json, nullable, read, write } from '../db/row.ts'
import { exerciseNameOf } from '../db/exercise-names.ts'
import { upstreamFacts } from '../submissions/known-upstream.ts'
import { visibleTo } from './visible-to.ts'

const head = {
  id: Type.String(),
  courseId: Type.Integer(),
  courseName: Type.String(),
  exerciseId: nullable(Type.Integer()),
  exerciseName: nullable(Type.String()),
  submissionId: nullable(Type.Integer()),
  language: Type.String(),
  publishedAt: Type.String(),
  readAt: nullable(Type.String()),
}
const listed = Type.Object({
  ...head,
  attempt: nullable(Type.Integer()),
  points: nullable(Type.Number()),
  maxPoints: nullable(Type.Number()),
  upstream: json<UpstreamFacts | null>(),
})
/** `studentNames`: whom the document is for. `upstreamMaxPoints`, from which follows what the platform shows, is null for a document of no exercise. */
const whole = Type.Object({
  ...head,
  text: json<StudentText | null>(),
  studentNames: Type.Array(Type.String()),
  upstreamMaxPoints: nullable(Type.Integer()),
  upstream: json<UpstreamFacts | null>(),
})
type ListedOwnFeedback = Static<typeof listed>
type StoredOwnFeedback = Static<typeof whole>

const hasFeedbackRow = Type.Object({ id: Type.String() })
const rememberReadingRow = Type.Object({ readAt: Type.String() })

interface OwnFeedbackQuery {
  readonly userId: number
  /** Null selects all courses. */
  readonly courseId: number | null
  readonly before: { readonly publishedAt: string; readonly id: string } | null
  readonly limit: number
}

const isFor = (userId: number) => sql.fragment`
  (visible.user_id = ${userId}::bigint OR visible.submission_id IN (
    SELECT submission_submitter.submission_id FROM submission_submitter WHERE submission_submitter.user_id = ${userId}::bigint
  ))`

const columns = sql.fragment`visible.feedback_id AS id, visible.course_id, (
    SELECT course_settings.name FROM course_settings WHERE course_settings.course_id = visible.course_id
  ) AS course_name,
  visible.exercise_id, ${exerciseNameOf(sql.fragment`visible.course_id`, sql.fragment`visible.exercise_id`)} AS exercise_name,
  visible.submission_id, coalesce(visible.text ->> 'language', feedback.language) AS language,
  visible.released_at AS published_at`

const ofVisible = {
  courseId: sql.fragment`visible.course_id`,
  exerciseId: sql.fragment`visible.exercise_id`,
  submissionId: sql.fragment`visible.submission_id`,
  resultId: sql.fragment`visible.result_id`,
}

/** Whether the document exists, whoever may read it. */
export async function hasFeedback(db: Db, id: string): Promise<boolean> {
  return (
    (await db.maybeOne(
      read('hasFeedback', hasFeedbackRow)`SELECT feedback.id FROM feedback WHERE feedback.id = ${id}::uuid`,
    )) !== null
  )
}

/** Newest first. */
export async function listOwnFeedback(
  db: Db,
  { userId, courseId, before, limit }: OwnFeedbackQuery,
): Promise<readonly ListedOwnFeedback[]> {
  return await db.any(read('listOwnFeedback', listed)`
    SELECT ${columns}, (SELECT submission.attempt FROM submission WHERE submission.submission_id = visible.submission_id) AS attempt,
      visible.points::float8, visible.max_points::float8, ${upstreamFacts(ofVisible)} AS upstream, own_read.read_at
    FROM (
      SELECT visible.*
      FROM ${visibleTo(userId)} AS visible
      WHERE (${courseId}::bigint IS NULL OR visible.course_id = ${courseId}::bigint)
        AND (${before === null} OR (date_trunc('milliseconds', visible.released_at), visible.feedback_id)
          < (${before?.publishedAt ?? null}::timestamptz, ${before?.id ?? null}::uuid))
      ORDER BY date_trunc('milliseconds', visible.released_at) DESC, visible.feedback_id DESC
      LIMIT ${limit}::integer
    ) AS visible
    CROSS JOIN LATERAL (SELECT feedback.language FROM feedback WHERE feedback.id = visible.feedback_id LIMIT 1) AS feedback
    LEFT JOIN LATERAL (
      SELECT feedback_read.read_at
      FROM feedback_read
      WHERE feedback_read.feedback_id = visible.feedback_id AND feedback_read.user_id = ${userId}::bigint
        AND feedback_read.read_at >= visible.released_at
      LIMIT 1
    ) AS own_read ON TRUE
    ORDER BY date_trunc('milliseconds', visible.released_at) DESC, visible.feedback_id DESC
  `)
}

/** Null if the person may not see it. `readAt` is null until the latest release was read, since an earlier reading was of an earlier text. */
export async function findOwnFeedback(db: Db, id: string, userId: number): Promise<StoredOwnFeedback | null> {
  return await db.maybeOne(read('findOwnFeedback', whole)`
    SELECT ${columns}, visible.text, own_read.read_at, ${shownMaxPoints(ofVisible)} AS upstream_max_points,
      ${upstreamFacts(ofVisible)} AS upstream, ARRAY(
      SELECT named.full_name
      FROM (
        SELECT visible.user_id
        UNION ALL
        SELECT submission_submitter.user_id
        FROM submission_submitter
        WHERE submission_submitter.submission_id = visible.submission_id
      ) AS person
      CROSS JOIN LATERAL (
        SELECT roster_student.full_name
        FROM roster_student
        WHERE roster_student.course_id = visible.course_id AND roster_student.user_id = person.user_id
        LIMIT 1
      ) AS named
      ORDER BY person.user_id
    ) AS student_names
    FROM student_visible_result AS visible
    JOIN feedback ON feedback.id = visible.feedback_id
    LEFT JOIN LATERAL (${latestDelivery(sql.fragment`visible.submission_id`, ofVisible.resultId)}) AS latest ON TRUE
    LEFT JOIN feedback_read AS own_read ON own_read.feedback_id = visible.feedback_id AND own_read.user_id = ${userId}::bigint
      AND own_read.read_at >= visible.released_at
    WHERE visible.feedback_id = ${id}::uuid AND ${isFor(userId)}
  `)
}

/** The time of the first reading, recorded once; null if the person may not see it now. Locks: no erasure or change of submitters leaves the row behind. */
export async function rememberReading(
  tx: Tx,
  { id, courseId, submissionId }: Pick<StoredOwnFeedback, 'id' | 'courseId' | 'submissionId'>,
  userId: number,
): Promise<string | null> {
  if (submissionId === null) await lockPeople(tx, courseId, 'shared')
  else await shareSubmission(tx, { courseId, submissionId })
  const row = await tx.maybeOne(write('rememberReading', rememberReadingRow)`
    INSERT INTO feedback_read AS own (feedback_id, user_id, read_at)
    SELECT visible.feedback_id, ${userId}::bigint, greatest(clock_timestamp(), visible.released_at)
    FROM student_visible_result AS visible
    WHERE visible.feedback_id = ${id}::uuid AND ${isFor(userId)}
    -- Of two first readings at the same time, the first one counts.
    ON CONFLICT (feedback_id, user_id) DO UPDATE
    SET read_at = CASE WHEN own.read_at < (
        SELECT visible.released_at FROM student_visible_result AS visible WHERE visible.feedback_id = own.feedback_id
      ) THEN EXCLUDED.read_at ELSE own.read_at END
    RETURNING own.read_at
  `)
  return row?.readAt ?? null
}
