import type { DomainErrorCode } from '@course-grading/domain/errors/error-codes'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { RubricState } from '@course-grading/domain/rubrics/rubric-document'
import { type FragmentSqlToken, sql } from 'slonik'
import Type, { type Static } from 'typebox'
import { nullable } from '../db/row.ts'

export interface RubricAt {
  readonly rubricId: string
  readonly expectedRevision: number
}

export const guardedRow = Type.Object({
  state: Type.Unsafe<RubricState>({ type: 'string' }),
  revision: Type.Integer(),
  isAllowed: Type.Boolean(),
  written: nullable(Type.Integer()),
})

export const mayChange = (
  { rubricId, expectedRevision }: RubricAt,
  isAllowed: FragmentSqlToken,
): FragmentSqlToken => sql.fragment`
  rubric.rubric_id = ${rubricId}::uuid AND rubric.revision = ${expectedRevision}::bigint AND ${isAllowed}`

/** Selects a `guardedRow` after the write, which is `changed` and returns the new revision. */
export const selectGuarded = ({ rubricId }: RubricAt, isAllowed: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  SELECT rubric.state, rubric.revision, ${isAllowed} AS is_allowed, changed.revision AS written
  FROM rubric
  LEFT JOIN changed ON TRUE
  WHERE rubric.rubric_id = ${rubricId}::uuid`

/**
 * The revision that a guarded write made. Another revision is reported before another state. A row that allowed the write when the
 * statement began, and was not written, was changed by somebody else meanwhile.
 * @throws DomainError not_found, revision_conflict; `otherState` if the state does not allow the write
 */
export function requireWritten(
  row: Static<typeof guardedRow> | null,
  { expectedRevision }: RubricAt,
  otherState: DomainErrorCode = 'not_in_state',
): number {
  if (row === null) throw new DomainError('not_found')
  if (row.written !== null) return row.written
  if (row.revision !== expectedRevision || row.isAllowed) throw new DomainError('revision_conflict')
  throw new DomainError(otherState, { detail: row.state })
}
