import type { SnapshotWarning } from './snapshot-changes.ts'

/** A registered submission that a whole list of its exercise lacks, although somebody of the roster handed it in. */
export interface MissingSubmission {
  readonly submissionId: number
  readonly exerciseId: number
}

export const maxAsked = 50

/** Where more than `maxAsked` are missing, the lists may be broken: none is asked for, so that no queue is emptied. */
export function planMissing(missing: readonly MissingSubmission[]): {
  readonly asked: readonly MissingSubmission[]
  readonly warnings: readonly SnapshotWarning[]
} {
  if (missing.length <= maxAsked) return { asked: missing, warnings: [] }
  const exerciseIds = [...new Set(missing.map(({ exerciseId }) => exerciseId))]
  return { asked: [], warnings: exerciseIds.map((exerciseId) => ({ code: 'submissions_missing', exerciseId })) }
}
