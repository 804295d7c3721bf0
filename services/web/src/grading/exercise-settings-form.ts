import type { Queue } from '@course-grading/contracts/claims/queue'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { ExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import type { RubricBrief } from '@course-grading/contracts/rubrics/rubric'
import type { Fault } from '../islands/forms/form-look.ts'
import type { Versioned } from '../layout/forms/write-over.ts'
import type { GradingFieldName, GradingFields } from './exercise-settings-fields.ts'

/** What the page shows beside its fields. */
export interface GradedExercise {
  readonly course: CourseBrief
  readonly queue: Queue
  readonly rubrics: readonly RubricBrief[]
}

/** The form as it opens, or as it was sent. */
export interface SettingsForm {
  /** What it was drawn from, or what stands now. */
  readonly base: Versioned<ExerciseGrading>
  readonly fields: GradingFields
  readonly faults: readonly Fault[]
  readonly stale: readonly GradingFieldName[]
  readonly focus: string | null
  readonly isSaved?: boolean
}
