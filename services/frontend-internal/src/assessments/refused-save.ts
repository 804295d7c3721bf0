import { DomainError, type DomainErrorDetails } from '@course-grading/domain/errors/domain-error'
import { hasChangedSince, type PartRevisions } from '@course-grading/domain/documents/part-revisions'

/** A save of an assessment, or of a document of feedback, as it was sent. */
export interface SentSave<Patch> {
  readonly patch: Patch
  readonly userId: number
  /** The revision that it names in `If-Match`, or in `base`. */
  readonly expectedRevision: number
  readonly isBase: boolean
  /** The revision in `X-Assessment-Revision`. */
  readonly assessmentRevision: number | null
}

export interface StoredParts {
  readonly revision: number
  readonly partRevisions: PartRevisions
  readonly touched: readonly string[]
  /** Those of the touched ones whose value differs from what was sent: a save that is sent again after its answer was lost has none. */
  readonly changed: readonly string[]
}

/** The problem, or null. `requireWritable` throws if the sender may not write, or at another revision; null accepts any. */
export function findSaveProblem(
  { expectedRevision, isBase }: SentSave<unknown>,
  { revision, partRevisions, changed }: StoredParts,
  requireWritable: (expected: number | null) => void,
): DomainError | null {
  try {
    requireWritable(isBase ? null : expectedRevision)
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
  // A save cannot be based on a revision that does not exist yet.
  const isConflict =
    isBase &&
    (expectedRevision > revision || changed.some((part) => hasChangedSince(partRevisions, expectedRevision, part)))
  return isConflict ? new DomainError('merge_conflict') : null
}

interface LastChange {
  readonly by: string
  readonly at: string
  /** Paths of the parts that have changed since the revision that was sent. */
  readonly paths: readonly string[]
}

/** The problem of a refused save, with what has changed since its revision. */
export function explainRefusal(
  { code, detail }: DomainError,
  { by, at, paths }: LastChange,
  revisions: Pick<DomainErrorDetails, 'revision' | 'assessmentRevision'>,
): DomainError {
  // The detail begins with the state of the assessment, as in every `not_in_state`.
  const state = detail === undefined ? '' : detail.endsWith('.') ? `${detail} ` : `${detail}. `
  const issues = paths.map((path) => ({ path, code: 'changed' as const, message: 'Has changed since.' }))
  return new DomainError(code, { detail: `${state}${by} changed it at ${at}.`, issues, ...revisions })
}
