import type pg from 'pg'
import type { Database } from '../db/database.ts'
import { configureCourse } from './open-settings.ts'

/** Returns the same exercise in a new course, which grades it from now on instead. */
export async function moveExercise(
  { frontend, owner }: { readonly frontend: Database; readonly owner: pg.Client },
  { exerciseId }: { readonly exerciseId: number },
): Promise<{ courseId: number; exerciseId: number }> {
  const courseId = await configureCourse(frontend, { manualGradingExercises: [] })
  await owner.query('UPDATE manual_grading_exercise SET course_id = $1 WHERE exercise_id = $2', [courseId, exerciseId])
  return { courseId, exerciseId }
}
