import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { RubricState } from '@course-grading/domain/rubrics/rubric-document'
import { sql } from 'slonik'
import Type from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { read, write } from '../db/row.ts'
import { rubricIsInUse } from './rubric-exercises.ts'
import { guardedRow, mayChange, requireWritten, selectGuarded, type RubricAt } from './rubric-write.ts'

const lockRubricRow = Type.Object({ state: Type.Unsafe<RubricState>({ type: 'string' }), revision: Type.Integer() })
const archiveRubricRow = Type.Object({ revision: Type.Integer() })

const isArchived = sql.fragment`rubric.state = 'archived'`

/**
 * Archives a published rubric that no exercise is graded by. Settings that begin to name a rubric lock its row against this, so its use
 * is looked up after the row is locked, in a statement that sees what was committed by then. Returns the new revision.
 * @throws DomainError not_found, revision_conflict, not_in_state, rubric_in_use
 */
export async function markRubricArchived(tx: Tx, { rubricId, expectedRevision }: RubricAt): Promise<number> {
  const found = await tx.maybeOne(read('lockRubric', lockRubricRow)`
    SELECT rubric.state, rubric.revision FROM rubric WHERE rubric.rubric_id = ${rubricId}::uuid FOR NO KEY UPDATE
  `)
  if (found === null) throw new DomainError('not_found')
  if (found.revision !== expectedRevision) throw new DomainError('revision_conflict')
  if (found.state !== 'published') throw new DomainError('not_in_state', { detail: found.state })
  if (await rubricIsInUse(tx, rubricId)) throw new DomainError('rubric_in_use')
  const row = await tx.one(write('archiveRubric', archiveRubricRow)`
    UPDATE rubric
    SET state = 'archived', revision = rubric.revision + 1, updated_at = statement_timestamp()
    WHERE rubric.rubric_id = ${rubricId}::uuid AND rubric.revision = ${expectedRevision}::bigint AND rubric.state = 'published'
    RETURNING rubric.revision
  `)
  return row.revision
}

export async function markRubricRestored(db: Db, at: RubricAt): Promise<number> {
  const row = await db.maybeOne(write('restoreRubric', guardedRow)`
    WITH changed AS (
      UPDATE rubric
      SET state = 'published', revision = rubric.revision + 1, updated_at = statement_timestamp()
      WHERE ${mayChange(at, isArchived)}
      RETURNING rubric.revision
    )
    ${selectGuarded(at, isArchived)}
  `)
  return requireWritten(row, at)
}
