import { pickLanguage } from '@course-grading/domain/localisation/pick-language'
import type { Locale, Texts } from '../texts/texts.ts'

interface NamedExercise {
  readonly exerciseId: number | null
  readonly exerciseName: string | null
}

/** The name in the person's language; without a name in the snapshot the exercise's id, and another text for a document about a student. */
export function nameOfExercise({ exerciseId, exerciseName }: NamedExercise, texts: Texts, locale: Locale): string {
  if (exerciseId === null) return texts.feedback.general
  return exerciseName === null ? texts.course.exercise(exerciseId) : pickLanguage(exerciseName, locale)
}
