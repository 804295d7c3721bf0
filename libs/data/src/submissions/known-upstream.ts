import { sql, type FragmentSqlToken } from 'slonik'

/**
 * What the snapshot, or a delivery's newer verification, showed of `known`; nothing if that is gone. LIMIT prevents joins of whole tables.
 */
export const lastShownUpstream = sql.fragment`
  SELECT shown.status, shown.grade
  FROM (
    (
      SELECT snapshot_submission.status, snapshot_submission.grade,
        coalesce(snapshot_submission.read_at, course_snapshot.taken_at) AS at
      FROM snapshot_submission
      JOIN course_snapshot ON course_snapshot.course_id = snapshot_submission.course_id
      WHERE snapshot_submission.course_id = known.course_id AND snapshot_submission.submission_id = known.submission_id
      LIMIT 1
    )
    UNION ALL
    (
      SELECT delivery.upstream_status, delivery.upstream_grade, delivery.upstream_at
      FROM delivery
      -- No index matches coalesce: without statistics the planner would read all deliveries of the course for each submission.
      WHERE delivery.submission_id = known.submission_id AND coalesce(delivery.course_id = known.course_id, FALSE)
        AND delivery.upstream_at IS NOT NULL
      ORDER BY delivery.ordinal DESC
      LIMIT 1
    )
  ) AS shown
  WHERE (SELECT submission.gone FROM submission WHERE submission.submission_id = known.submission_id) IS NOT TRUE
  ORDER BY shown.at DESC
  LIMIT 1`

/**
 * The maximum of an exercise as it was told last, by a registration of one of its submissions or by the snapshot; null if it never was. Its
 * tables have names of their own, so that arguments like `submission.course_id` mean the table of the caller.
 */
export const presentMaxPoints = (courseId: FragmentSqlToken, exerciseId: FragmentSqlToken) => sql.fragment`(
  SELECT told.max_points
  FROM (
    (
      SELECT read_exercise.max_points, coalesce(read_exercise.read_at, read_course.taken_at) AS at
      FROM snapshot_exercise AS read_exercise
      JOIN course_snapshot AS read_course ON read_course.course_id = read_exercise.course_id
      WHERE read_exercise.course_id = ${courseId} AND read_exercise.exercise_id = ${exerciseId}
      LIMIT 1
    )
    UNION ALL
    (
      SELECT last_registered.max_points, last_registered.max_points_at
      FROM submission AS last_registered
      WHERE last_registered.course_id = ${courseId} AND last_registered.exercise_id = ${exerciseId}
      ORDER BY last_registered.max_points_at DESC
      LIMIT 1
    )
  ) AS told
  ORDER BY told.at DESC
  LIMIT 1
)`
