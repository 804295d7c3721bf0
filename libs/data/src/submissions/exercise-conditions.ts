import { sql } from 'slonik'
import { isFound } from '../db/planner.ts'

/** Whether the course of the submission `known` grades its exercise by hand now. */
export const isListed = isFound(sql.fragment`
  FROM manual_grading_exercise
  WHERE manual_grading_exercise.exercise_id = known.exercise_id AND manual_grading_exercise.course_id = known.course_id
`)

/** Whether the exercise of the submission `known` is hidden from students; false without a snapshot. */
export const isHidden = isFound(sql.fragment`
  FROM hidden_exercise
  WHERE hidden_exercise.course_id = known.course_id AND hidden_exercise.exercise_id = known.exercise_id
`)
