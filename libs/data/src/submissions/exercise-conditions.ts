import { sql } from 'slonik'
import { lookedUp } from '../db/planner.ts'

/** Whether the course of the submission `known` grades its exercise by hand now. */
export const isListed = lookedUp(
  sql.fragment`
  SELECT TRUE
  FROM manual_grading_exercise
  WHERE manual_grading_exercise.exercise_id = known.exercise_id AND manual_grading_exercise.course_id = known.course_id
`,
  { ifNone: false },
)

/** Whether the exercise of the submission `known` is hidden from students; false without a snapshot. */
export const isHidden = lookedUp(
  sql.fragment`
  SELECT TRUE
  FROM hidden_exercise
  WHERE hidden_exercise.course_id = known.course_id AND hidden_exercise.exercise_id = known.exercise_id
  LIMIT 1
`,
  { ifNone: false },
)
