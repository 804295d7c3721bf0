import { type DraftToPark, parkDraft } from '@course-grading/data/assessments/park-draft'
import type { Tx } from '@course-grading/data/db/db'
import { DomainError, type DomainErrorDetails } from '@course-grading/domain/errors/domain-error'
import { hasChangedSince, type PartRevisions } from '@course-grading/domain/documents/part-revisions'

export interface SentSave {
  readonly patch: object
  readonly userId: number
  readonly expectedRevision: number
  readonly isBase: boolean
}

interface StoredParts {
  readonly revision: number
  readonly partRevisions: PartRevisions
  readonly touched: readonly string[]
  /** The touched parts whose stored value differs from the sent one. A save repeated after a lost reply has none, unless somebody else changed one since. */
  readonly changed: readonly string[]
}

/** `problemAt`: why the sender may not write, or not over the revision that is there; with null, any revision is accepted. */
function findSaveProblem(
  { expectedRevision, isBase }: SentSave,
  { revision, partRevisions, changed }: StoredParts,
  problemAt: (expected: number | null) => DomainError | null,
): DomainError | null {
  const problem = problemAt(isBase ? null : expectedRevision)
  if (problem !== null || !isBase) return problem
  const hasChanged = changed.some((part) => hasChangedSince(partRevisions, expectedRevision, part))
  // A save cannot be based on a revision that does not exist yet.
  return hasChanged || expectedRevision > revision ? new DomainError('merge_conflict') : null
}

interface SaveStep<Saved> {
  readonly save: SentSave
  readonly stored: StoredParts
  readonly problemAt: (expected: number | null) => DomainError | null
  readonly draftOf: Pick<DraftToPark, 'assessmentId' | 'feedbackId'>
  readonly lastChange: () => Promise<LastChange>
  readonly revisions: Pick<DomainErrorDetails, 'revision' | 'assessmentRevision'>
  readonly write: () => Promise<Saved>
}

/** Writes, or keeps the save as a parked draft. That must be committed, so the refusal is returned, for the handler to throw. */
export async function saveStep<Saved extends object>(
  tx: Tx,
  { save, stored, problemAt, draftOf, lastChange, revisions, write }: SaveStep<Saved>,
): Promise<Saved | { readonly refused: DomainError }> {
  const problem = findSaveProblem(save, stored, problemAt)
  if (problem === null) return await write()
  await parkDraft(tx, {
    ...draftOf,
    ownerId: save.userId,
    // These are the only codes of `problemAt` and of a conflict.
    reason: problem.code as DraftToPark['reason'],
    baseRevision: save.expectedRevision,
    content: JSON.stringify(save.patch),
  })
  return { refused: explainRefusal(problem, await lastChange(), revisions) }
}

interface LastChange {
  readonly by: string
  readonly at: string
  readonly paths: readonly string[]
}

function explainRefusal(
  { code, detail }: DomainError,
  { by, at, paths }: LastChange,
  revisions: Pick<DomainErrorDetails, 'revision' | 'assessmentRevision'>,
): DomainError {
  // The problem's own detail stays first: the state (`not_in_state`), or who holds it (`claim_lost`).
  const own = detail === undefined ? '' : detail.endsWith('.') ? `${detail} ` : `${detail}. `
  const issues = paths.map((path) => ({ path, code: 'changed' as const, message: 'Has changed since.' }))
  return new DomainError(code, { detail: `${own}${by} changed it at ${at}.`, issues, ...revisions })
}
