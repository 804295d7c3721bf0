import { sql, type FragmentSqlToken } from 'slonik'

export const exerciseNameOf = (courseId: FragmentSqlToken, exerciseId: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`(
    SELECT named.name FROM snapshot_exercise AS named WHERE named.course_id = ${courseId} AND named.exercise_id = ${exerciseId}
  )`
