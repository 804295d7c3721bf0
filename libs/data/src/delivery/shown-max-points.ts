import { sql, type FragmentSqlToken } from 'slonik'
import { presentMaxPoints } from '../submissions/known-upstream.ts'

/** The latest delivery of a submission, or of one result of it, as a subquery to join as `latest`. */
export const latestDelivery = (submissionId: FragmentSqlToken, resultId?: FragmentSqlToken) => sql.fragment`
  SELECT delivery.id, delivery.state, delivery.result_id, delivery.upstream_max_points
  FROM delivery
  WHERE delivery.submission_id = ${submissionId} AND ${resultId === undefined ? sql.fragment`TRUE` : sql.fragment`delivery.result_id = ${resultId}`}
  ORDER BY delivery.ordinal DESC
  LIMIT 1`

/** The maximum by which the platform shows a result: the one at the send of a delivered result, else (and for old deliveries) the present one. */
export const shownMaxPoints = (of: Readonly<Record<'courseId' | 'exerciseId' | 'resultId', FragmentSqlToken>>) =>
  sql.fragment`coalesce(
    CASE WHEN latest.state = 'delivered' AND latest.result_id = ${of.resultId} THEN latest.upstream_max_points END,
    ${presentMaxPoints(of.courseId, of.exerciseId)}
  )`
