import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import type { SubmissionRestriction } from '@course-grading/domain/submissions/may-read-submission'
import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import { isForLanguages } from '../submissions/is-for-languages.ts'
import type { Db } from '../db/db.ts'
import { isDeliverable } from '../delivery/is-deliverable.ts'
import { json, nullable, read } from '../db/row.ts'
import { exerciseNameOf } from '../db/exercise-names.ts'
import type { ExerciseGradingWrite } from '../grading/exercise-grading-rows.ts'
import { isUnheld } from './is-unheld.ts'
import { isTagged } from '../submissions/submission-filters.ts'

const queue = Type.Object({
  exerciseId: Type.Integer(),
  exerciseName: nullable(Type.String()),
  waiting: Type.Integer(),
  mine: Type.Integer(),
  inProgress: Type.Integer(),
  completed: Type.Integer(),
  completedByMe: Type.Integer(),
  released: Type.Integer(),
  held: Type.Integer(),
  pending: Type.Integer(),
  delivered: Type.Integer(),
  ambiguous: Type.Integer(),
  refused: Type.Integer(),
  undeliverable: Type.Integer(),
  oldestWaitingAt: nullable(Type.String()),
  dueAt: nullable(Type.String()),
  /** Null, like the other settings, until they are first written. */
  revision: nullable(Type.Integer()),
  rubricId: nullable(Type.String()),
  rubricTitle: json<RubricDocument['title'] | null>(),
  release: nullable(Type.Unsafe<ExerciseGradingWrite['release']>({ type: 'string' })),
  releaseAt: nullable(Type.String()),
  anonymous: nullable(Type.Boolean()),
})
export type StoredQueue = Static<typeof queue>

interface QueueQuery {
  readonly courseId: number
  readonly graderId: number
  readonly exerciseId: number | null
  /** What the grader may claim; null for everything. */
  readonly restriction: SubmissionRestriction | null
  readonly after: number | null
  readonly limit: number
}

/** Ordered by exercise id. Grades are those of standing results, by the state of their latest delivery; `sending` counts as pending. */
export async function selectQueues(db: Db, query: QueueQuery): Promise<readonly StoredQueue[]> {
  return await db.any(queuesStatement(query))
}

const titleOfGrading = sql.fragment`(
  SELECT rubric_version.title
  FROM rubric
  JOIN rubric_version ON rubric_version.rubric_id = rubric.rubric_id AND rubric_version.version = rubric.latest_version
    AND rubric_version.wording = rubric.latest_wording
  WHERE rubric.rubric_id = exercise_grading.rubric_id
)`

/** Exported for a test of its plan. */
export function queuesStatement(query: QueueQuery) {
  const { courseId, exerciseId, graderId, restriction } = query
  return read('listQueues', queue)`
    SELECT listed.exercise_id, ${exerciseNameOf(sql.fragment`listed.course_id`, sql.fragment`listed.exercise_id`)} AS exercise_name,
      queued.waiting, queued.mine, held.claims AS in_progress, judged.completed, own.completed_by_me, judged.released,
      judged.held, judged.pending, judged.delivered, judged.ambiguous, judged.refused, judged.undeliverable,
      queued.oldest AS oldest_waiting_at, exercise_grading.due_at,
      exercise_grading.revision, exercise_grading.rubric_id, ${titleOfGrading} AS rubric_title, exercise_grading.release,
      exercise_grading.release_at, exercise_grading.anonymous
    FROM manual_grading_exercise AS listed
    LEFT JOIN exercise_grading ON exercise_grading.course_id = listed.course_id AND exercise_grading.exercise_id = listed.exercise_id
    CROSS JOIN LATERAL (
      SELECT count(*) AS waiting, min(known.submitted_at) AS oldest, count(*) FILTER (
          WHERE ${isForLanguages(sql.fragment`known.language`, restriction)} AND ${isTagged(courseId, restriction?.tags ?? null)}
            AND known.submission_id <> ALL (ARRAY(
              SELECT submission_submitter.submission_id FROM submission_submitter WHERE submission_submitter.user_id = ${graderId}::bigint
            ))
        ) AS mine
      FROM submission AS known
      WHERE known.exercise_id = listed.exercise_id AND known.in_queue AND known.course_id = listed.course_id
        AND ${isUnheld(sql.fragment`known.held_until`)}
    ) AS queued
    CROSS JOIN LATERAL (
      SELECT count(*) AS claims
      FROM assessment
      WHERE assessment.holder_id IS NOT NULL AND assessment.exercise_id = listed.exercise_id
        AND assessment.course_id = listed.course_id AND assessment.lease_until > clock_timestamp()
    ) AS held
    CROSS JOIN LATERAL (
      SELECT count(*) AS completed_by_me
      FROM assessment
      WHERE assessment.grader_id = ${graderId}::bigint AND assessment.course_id = listed.course_id
        AND assessment.exercise_id = listed.exercise_id AND assessment.state = 'completed'
    ) AS own
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE standing.released_at IS NULL) AS completed,
        count(*) FILTER (WHERE standing.released_at IS NOT NULL) AS released,
        count(*) FILTER (WHERE latest.state = 'held') AS held,
        count(*) FILTER (WHERE latest.state IN ('pending', 'sending')) AS pending,
        count(*) FILTER (WHERE latest.state = 'delivered') AS delivered,
        count(*) FILTER (WHERE latest.state = 'ambiguous') AS ambiguous,
        count(*) FILTER (WHERE latest.state = 'refused') AS refused,
        count(*) FILTER (WHERE latest.state = 'held' AND NOT ${isDeliverable(sql.fragment`standing.submission_id`)}) AS undeliverable
      FROM completed_result AS standing
      LEFT JOIN LATERAL (
        SELECT delivery.state
        FROM delivery
        WHERE delivery.submission_id = standing.submission_id AND delivery.result_id = standing.id
        ORDER BY delivery.ordinal DESC
        LIMIT 1
      ) AS latest ON TRUE
      WHERE standing.course_id = listed.course_id AND standing.exercise_id = listed.exercise_id AND standing.withdrawn_at IS NULL
    ) AS judged
    WHERE listed.course_id = ${courseId}::bigint AND listed.exercise_id > ${query.after ?? 0}::bigint
      AND (${exerciseId}::bigint IS NULL OR listed.exercise_id = ${exerciseId}::bigint)
    ORDER BY listed.exercise_id
    LIMIT ${query.limit}::integer
  `
}
