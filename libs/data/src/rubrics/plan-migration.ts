import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { lockPeople } from '../db/lock-order.ts'
import { newId } from '../db/new-id.ts'
import { countRow, nullable, read, write } from '../db/row.ts'
import { texts } from '../db/sql-arrays.ts'
import { presentMaxPoints } from '../submissions/known-upstream.ts'
import { latestDelivery, shownMaxPoints } from '../delivery/shown-max-points.ts'

export interface MigrationRequest {
  readonly rubricId: string
  readonly toVersion: number
  /** Null selects all exercises. */
  readonly exerciseId: number | null
  readonly include: readonly ('in_progress' | 'completed')[]
}

const begun = Type.Object({
  migrationId: Type.String(),
  courseId: Type.Integer(),
  /** The newest wording of the version, and its document as JSON text. */
  wording: Type.Integer(),
  document: Type.String(),
})
export type BegunMigration = Static<typeof begun>

const page = Type.Object({
  /** JSON text of the assessments; null if none is left. */
  work: nullable(Type.String()),
  last: nullable(Type.String()),
})
type PageToMigrate = Static<typeof page>

const finishRubricMigrationRow = Type.Object({ migrationId: Type.String() })

const isConcerned = ({ rubricId, toVersion, exerciseId, include }: MigrationRequest) => sql.fragment`
  assessment.rubric_id = ${rubricId}::uuid AND assessment.rubric_version <> ${toVersion}::bigint
    AND (${exerciseId}::bigint IS NULL OR assessment.exercise_id = ${exerciseId}::bigint)
    AND assessment.state = ANY (${texts(include)})`

export async function countAssessmentsToMigrate(db: Db, request: MigrationRequest, atMost: number): Promise<number> {
  const row = await db.one(read('countAssessmentsToMigrate', countRow)`
    SELECT count(*) AS count
    FROM (SELECT FROM assessment WHERE ${isConcerned(request)} LIMIT ${atMost}::integer) AS concerned
  `)
  return row.count
}

export async function beginRubricMigration(
  db: Db,
  { byUserId, ...request }: MigrationRequest & { readonly byUserId: number },
): Promise<BegunMigration | null> {
  return await db.maybeOne(write('beginRubricMigration', begun)`
    WITH target AS (
      SELECT rubric.rubric_id, rubric.course_id, rubric_version.version, rubric_version.wording, rubric_version.document
      FROM rubric
      JOIN rubric_version ON rubric_version.rubric_id = rubric.rubric_id
      WHERE rubric.rubric_id = ${request.rubricId}::uuid AND rubric_version.version = ${request.toVersion}::bigint
      ORDER BY rubric_version.wording DESC
      LIMIT 1
    ),
    begun AS (
      INSERT INTO rubric_migration (
        id, rubric_id, course_id, to_version, to_wording, exercise_id, include, state, by_user_id, created_at
      )
      SELECT ${newId()}::uuid, target.rubric_id, target.course_id, target.version, target.wording, ${request.exerciseId}::bigint,
        ${texts(request.include)}, 'planning', ${byUserId}::bigint, clock_timestamp()
      FROM target
      RETURNING rubric_migration.id
    )
    SELECT begun.id AS migration_id, target.course_id, target.wording, target.document::text
    FROM begun
    CROSS JOIN target
  `)
}

/** The assessments after `after`, at least one, as many as the limits allow. A completed one has the points of the result that stands. */
export async function listAssessmentsToMigrate(
  db: Db,
  request: MigrationRequest,
  { after, maxRows, maxBytes }: { readonly after: string | null; readonly maxRows: number; readonly maxBytes: number },
): Promise<PageToMigrate> {
  const row = await db.maybeOne(read('listAssessmentsToMigrate', page)`
    WITH next AS MATERIALIZED (
      SELECT assessment.id, assessment.submission_id, assessment.revision, assessment.state, assessment.scores, assessment.adjustment,
        assessment.points, assessment.rubric_version
      FROM assessment
      WHERE ${isConcerned(request)} AND (${after}::uuid IS NULL OR assessment.id > ${after}::uuid)
        -- Of work without submitters nothing is left to judge.
        AND EXISTS (SELECT FROM submission_submitter WHERE submission_submitter.submission_id = assessment.submission_id)
      ORDER BY assessment.id
      LIMIT ${maxRows}::integer
    ),
    version AS MATERIALIZED (
      SELECT rubric_version.version, (rubric_version.document ->> 'maxPoints')::numeric AS max_points
      FROM rubric_version
      WHERE rubric_version.rubric_id = ${request.rubricId}::uuid AND rubric_version.wording = 1
        AND rubric_version.version IN (SELECT next.rubric_version FROM next)
    ),
    item AS MATERIALIZED (
      SELECT next.id, json_build_object(
          'id', next.id, 'submissionId', next.submission_id, 'revision', next.revision, 'resultId', standing.id,
          'fromVersion', next.rubric_version, 'state', next.state, 'scores', next.scores, 'adjustment', next.adjustment,
          'points', coalesce(standing.points, next.points), 'maxPoints', coalesce(standing.max_points, version.max_points),
          'upstreamMaxPoints', ${presentMaxPoints(known.courseId, known.exerciseId)}, 'shownMaxPoints', ${shownMaxPoints(known)},
          'feedback', ${frozenText}, 'autoPoints', CASE WHEN exercise_grading.auto_points = 'added' THEN known.auto_points END
        )::text AS work
      FROM next
      JOIN version ON version.version = next.rubric_version
      CROSS JOIN LATERAL (
        SELECT submission.course_id, submission.exercise_id, submission.max_points, submission.auto_points, submission.registered_at
        FROM submission
        WHERE submission.submission_id = next.submission_id
        LIMIT 1
      ) AS known
      LEFT JOIN LATERAL (
        SELECT completed_result.id, completed_result.points, completed_result.max_points, completed_result.feedback_revision
        FROM completed_result
        WHERE completed_result.submission_id = next.submission_id AND completed_result.withdrawn_at IS NULL
        LIMIT 1
      ) AS standing ON TRUE
      LEFT JOIN LATERAL (${latestDelivery(sql.fragment`next.submission_id`)}) AS latest ON TRUE
      LEFT JOIN exercise_grading ON exercise_grading.course_id = known.course_id
        AND exercise_grading.exercise_id = known.exercise_id
    )
    SELECT '[' || string_agg(measured.work, ',' ORDER BY measured.id) || ']' AS work, max(measured.id::text) AS last
    FROM (
      SELECT item.id, item.work, sum(octet_length(item.work)) OVER (ORDER BY item.id) AS bytes,
        row_number() OVER (ORDER BY item.id) AS place
      FROM item
    ) AS measured
    WHERE measured.bytes <= ${maxBytes}::integer OR measured.place = 1
  `)
  return row ?? { work: null, last: null }
}

const known = {
  courseId: sql.fragment`known.course_id`,
  exerciseId: sql.fragment`known.exercise_id`,
  resultId: sql.fragment`standing.id`,
}

/** The feedback that the standing result froze; null while in progress, when nothing is rendered. */
const frozenText = sql.fragment`(
  SELECT json_build_object(
    'language', feedback_version.language, 'body', feedback_version.body, 'annotations', feedback_version.annotations
  )
  FROM feedback
  JOIN feedback_version ON feedback_version.feedback_id = feedback.id
    AND feedback_version.revision = standing.feedback_revision AND feedback_version.closed_at IS NOT NULL
  WHERE feedback.assessment_id = next.id AND next.state = 'completed'
  ORDER BY feedback_version.version DESC
  LIMIT 1
)`

/** `rows` is the thread's JSON text; assessments changed since they were read are left out. An erasure comes before or after this call. */
export async function insertMigrationRows(
  tx: Tx,
  { migrationId, courseId }: Pick<BegunMigration, 'migrationId' | 'courseId'>,
  rows: string,
): Promise<void> {
  await lockPeople(tx, courseId, 'shared')
  await tx.query(write('insertMigrationRows')`
    INSERT INTO rubric_migration_row (
      migration_id, assessment_id, submission_id, revision, result_id, from_version, effect, is_blocked, was_delivered, points_before,
      points_after, max_points_before, max_points, shown_changed, scores, changed_criteria, dropped, dropped_count, feedback_html,
      payload, student_text, parts
    )
    SELECT ${migrationId}::uuid, given."assessmentId", given."submissionId", given.revision, given."resultId", given."fromVersion", given.effect,
      EXISTS (
        SELECT FROM delivery
        WHERE delivery.submission_id = given."submissionId" AND delivery.state IN ('sending', 'ambiguous')
      ),
      EXISTS (
        SELECT FROM delivery
        WHERE delivery.submission_id = given."submissionId" AND delivery.result_id = given."resultId" AND delivery.state = 'delivered'
      ),
      given."pointsBefore", given."pointsAfter", given."maxPointsBefore", given."maxPoints", given."shownChanged", given.scores,
      ARRAY(SELECT changed.id FROM json_array_elements_text(given."changedCriteria") AS changed (id)), given.dropped, given."droppedCount",
      given."feedbackHtml", given.payload, given."studentText", given.parts
    FROM json_to_recordset(${rows}::json) AS given (
      "assessmentId" uuid, "submissionId" bigint, revision integer, "resultId" uuid, "fromVersion" integer, effect text,
      "pointsBefore" numeric, "pointsAfter" numeric, "maxPointsBefore" numeric, "maxPoints" numeric, "shownChanged" boolean, scores json,
      "changedCriteria" json, dropped json, "droppedCount" integer, "feedbackHtml" text, payload json, "studentText" json, parts json
    )
    JOIN assessment ON assessment.id = given."assessmentId" AND assessment.revision = given.revision
      AND assessment.rubric_version = given."fromVersion" AND (assessment.state = 'in_progress') = (given.effect = 'scores')
    WHERE given."resultId" IS NOT DISTINCT FROM (
      SELECT completed_result.id
      FROM completed_result
      WHERE completed_result.submission_id = given."submissionId" AND completed_result.withdrawn_at IS NULL
    )
      AND EXISTS (SELECT FROM submission_submitter WHERE submission_submitter.submission_id = given."submissionId")
  `)
}

export async function finishRubricMigration(db: Db, migrationId: string): Promise<void> {
  await db.one(write('finishRubricMigration', finishRubricMigrationRow)`
    UPDATE rubric_migration SET state = 'ready'
    WHERE rubric_migration.id = ${migrationId}::uuid AND rubric_migration.state = 'planning'
    RETURNING rubric_migration.id AS migration_id
  `)
}
