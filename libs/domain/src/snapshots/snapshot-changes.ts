import type { SnapshotReading } from './snapshot-reading.ts'

interface Change {
  readonly added: number
  readonly removed: number
}

export interface SnapshotChanges {
  readonly revision: number
  readonly takenAt: string
  readonly students: Change
  readonly taggings: Change
  readonly exercises: Change & { readonly renamed: number }
  readonly warnings: readonly SnapshotWarning[]
}

/** `submissions_unavailable`: not listed upstream, and left; `submissions_missing`: too many to ask for each; `exercise_gone`: deleted upstream. */
export interface SnapshotWarning {
  readonly code: 'submissions_unavailable' | 'submissions_missing' | 'exercise_gone'
  readonly exerciseId: number
}

export function warningsOf({
  submissions,
  goneExercises,
}: Pick<SnapshotReading, 'submissions' | 'goneExercises'>): readonly SnapshotWarning[] {
  return [
    ...submissions.flatMap(({ exerciseId, heads }) =>
      heads === null ? [{ code: 'submissions_unavailable', exerciseId } as const] : [],
    ),
    ...goneExercises.map((exerciseId) => ({ code: 'exercise_gone', exerciseId }) as const),
  ]
}
