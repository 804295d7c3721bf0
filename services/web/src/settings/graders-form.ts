import type { GradingProgress } from '@course-grading/contracts/claims/grading-progress'
import type { Fault, Standing } from '../islands/forms/form-look.ts'
import type { GradersFields } from './graders-fields.ts'
import type { CourseTag } from './write-settings.ts'

/** What the page shows beside what can be changed. */
export interface GradersPageData {
  readonly progress: GradingProgress
  /** Works that wait, whoever may grade them. */
  readonly waiting: number
  readonly languages: readonly string[]
  readonly tags: readonly CourseTag[]
}

export interface GradersForm {
  readonly revision: number
  readonly fields: GradersFields
  readonly faults: readonly Fault[]
  readonly standing: Standing | null
  readonly focus: string | null
  readonly isSaved?: boolean
}

export const lineOf = (userId: number): string => `grader/${userId}`

/** Null for the name of another field. */
export function graderOfLine(name: string): number | null {
  const [, id] = /^grader\/([1-9]\d{0,15})$/.exec(name) ?? []
  return id === undefined ? null : Number(id)
}
