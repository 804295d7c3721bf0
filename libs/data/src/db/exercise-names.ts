import { sql, type FragmentSqlToken } from 'slonik'

/** The name of an exercise as its course's snapshot has it, language markup included; null if it has none. */
export const exerciseNameOf = (courseId: FragmentSqlToken, exerciseId: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`(
    SELECT named_exercise.name
    FROM snapshot_exercise AS named_exercise
    WHERE named_exercise.course_id = ${courseId} AND named_exercise.exercise_id = ${exerciseId}
  )`
