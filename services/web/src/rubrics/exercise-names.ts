import { readPages } from '../http/read-pages.ts'
import type { Visit } from '../http/visit.ts'
import { nameOfExercise } from '../layout/names.ts'

/** The name of an exercise that is graded by hand, in the person's language. */
export type ExerciseNames = (exerciseId: number) => string

export async function readExerciseNames(
  { boundary, requestId, texts, locale }: Visit,
  courseId: number,
): Promise<ExerciseNames> {
  const { items } = await readPages((query) => boundary.listQueues({ params: { courseId }, query, requestId }))
  const names = new Map(items.map((queue) => [queue.exerciseId, nameOfExercise(queue, texts, locale)]))
  return (exerciseId) => names.get(exerciseId) ?? texts.course.exercise(exerciseId)
}
