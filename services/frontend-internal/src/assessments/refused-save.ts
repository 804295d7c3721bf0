import { DomainError, type DomainErrorDetails } from '@course-grading/domain/errors/domain-error'
import { hasChangedSince, type PartRevisions } from '@course-grading/domain/documents/part-revisions'

export interface SentSave<Patch> {
  readonly patch: Patch
  readonly userId: number
  /** The revision in `If-Match` or, if `isBase`, in the query's `base`. */
  readonly expectedRevision: number
  readonly isBase: boolean
}

export interface StoredParts {
  readonly revision: number
  readonly partRevisions: PartRevisions
  /** The parts that the patch names. */
  readonly touched: readonly string[]
  /**
   * The touched parts whose stored value differs from the sent one. A save that is repeated because its reply was lost has none, unless
   * somebody else has changed one of them since.
   */
  readonly changed: readonly string[]
}

/**
 * `requireWritable` throws if the sender may not write, if the revision is not `expected` (null accepts any), or if the one in
 * `X-Assessment-Revision` is not the current one.
 */
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
  // Of the parts that this save would change, has somebody changed one since its base?
  // A save cannot be based on a revision that does not exist yet.
  const isConflict =
    isBase &&
    (expectedRevision > revision || changed.some((part) => hasChangedSince(partRevisions, expectedRevision, part)))
  return isConflict ? new DomainError('merge_conflict') : null
}

interface LastChange {
  readonly by: string
  readonly at: string
  readonly paths: readonly string[]
}

export function explainRefusal(
  { code, detail }: DomainError,
  { by, at, paths }: LastChange,
  revisions: Pick<DomainErrorDetails, 'revision' | 'assessmentRevision'>,
): DomainError {
  // The problem's own detail stays first: the state (`not_in_state`), or who holds it (`claim_lost`).
  const own = detail === undefined ? '' : detail.endsWith('.') ? `${detail} ` : `${detail}. `
  const issues = paths.map((path) => ({ path, code: 'changed' as const, message: 'Has changed since.' }))
  return new DomainError(code, { detail: `${own}${by} changed it at ${at}.`, issues, ...revisions })
}
