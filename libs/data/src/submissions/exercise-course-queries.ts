import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { read } from '../db/row.ts'

const exerciseCourse = Type.Object({
  courseId: Type.Integer(),
  slug: Type.String(),
  name: Type.String(),
  languages: Type.Array(Type.String()),
  exerciseId: Type.Integer(),
  attempts: Type.Unsafe<'latest' | 'all'>({ type: 'string' }),
})
/** `attempts`: the latest or all submissions of the same people are graded. */
type ExerciseCourse = Static<typeof exerciseCourse>

export async function findExerciseCourse(db: Db, exerciseId: number): Promise<ExerciseCourse | null> {
  return await db.maybeOne(read('findExerciseCourse', exerciseCourse)`
    SELECT course_settings.course_id, course_settings.slug, course_settings.name,
      course_settings.languages,
      manual_grading_exercise.exercise_id, coalesce(exercise_grading.attempts, 'latest') AS attempts
    FROM manual_grading_exercise
    JOIN course_settings ON course_settings.course_id = manual_grading_exercise.course_id
    LEFT JOIN exercise_grading ON exercise_grading.course_id = manual_grading_exercise.course_id
      AND exercise_grading.exercise_id = manual_grading_exercise.exercise_id
    WHERE manual_grading_exercise.exercise_id = ${exerciseId}::bigint
  `)
}

const isExerciseOfCourseRow = Type.Object({ isOfCourse: Type.Boolean() })

export async function isExerciseOfCourse(db: Db, courseId: number, exerciseId: number): Promise<boolean> {
  const row = await db.one(read('isExerciseOfCourse', isExerciseOfCourseRow)`
    SELECT EXISTS (
        SELECT FROM manual_grading_exercise
        WHERE manual_grading_exercise.course_id = ${courseId}::bigint
          AND manual_grading_exercise.exercise_id = ${exerciseId}::bigint
      ) AS is_of_course
  `)
  return row.isOfCourse
}
