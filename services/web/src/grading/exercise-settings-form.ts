import type { Queue } from '@course-grading/contracts/claims/queue'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { ExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import type { RubricBrief } from '@course-grading/contracts/rubrics/rubric'
import type { FieldsForm } from '../layout/forms/answer-fields.ts'
import type { GradingFields } from './exercise-settings-fields.ts'

/** What the page shows beside its fields. */
export interface GradedExercise {
  readonly course: CourseBrief
  readonly queue: Queue
  readonly rubrics: readonly RubricBrief[]
}

export interface SettingsForm extends FieldsForm<ExerciseGrading, GradingFields> {
  readonly isSaved?: boolean
}
