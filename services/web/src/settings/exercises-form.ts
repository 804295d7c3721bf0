import type { Fault } from '../islands/forms/form-look.ts'

export interface ExercisesForm {
  readonly revision: number
  /** The exercises of the revision, which stay in sight where A+ lacks them. */
  readonly listed: readonly number[]
  readonly chosen: ReadonlySet<number>
  readonly faults: readonly Fault[]
  readonly isSaved: boolean
}

export const exerciseField = (exerciseId: number): string => `exercise/${exerciseId}`

/** Null for another field. */
export function exerciseOfField(name: string): number | null {
  const [, id] = /^exercise\/([1-9]\d{0,15})$/.exec(name) ?? []
  return id === undefined ? null : Number(id)
}
