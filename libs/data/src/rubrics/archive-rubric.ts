import type { RubricState } from '@course-grading/domain/rubrics/rubric-document'
import { sql } from 'slonik'
import Type from 'typebox'
import type { Db, Tx } from '../db.ts'
import { statement } from '../row.ts'
import { rubricIsInUse } from './rubric-exercises.ts'
import {
  guardedRow,
  mayChange,
  outcomeOf,
  selectGuarded,
  type RubricAt,
  type RubricWriteOutcome,
} from './rubric-write.ts'

const lock = statement(
  'lockRubric',
  Type.Object({ state: Type.Unsafe<RubricState>({ type: 'string' }), revision: Type.Integer() }),
)
const archive = statement('archiveRubric', Type.Object({ revision: Type.Integer() }))
const restore = statement('restoreRubric', guardedRow)

const isArchived = sql.fragment`rubric.state = 'archived'`

export type ArchiveOutcome = RubricWriteOutcome | { readonly outcome: 'in_use' }

/**
 * Archives a published rubric that no exercise is graded by. Settings that begin to name a rubric lock its row against this, so its use
 * is looked up after the row is locked, in a statement that sees what was committed by then.
 */
export async function archiveRubric(tx: Tx, { rubricId, expectedRevision }: RubricAt): Promise<ArchiveOutcome> {
  const found = await tx.maybeOne(lock`
    SELECT rubric.state, rubric.revision FROM rubric WHERE rubric.rubric_id = ${rubricId}::uuid FOR NO KEY UPDATE
  `)
  if (found === null) return { outcome: 'not_found' }
  if (found.revision !== expectedRevision) return { outcome: 'stale' }
  if (found.state !== 'published') return { outcome: 'not_in_state', state: found.state }
  if (await rubricIsInUse(tx, rubricId)) return { outcome: 'in_use' }
  const row = await tx.one(archive`
    UPDATE rubric
    SET state = 'archived', revision = rubric.revision + 1, updated_at = statement_timestamp()
    WHERE rubric.rubric_id = ${rubricId}::uuid AND rubric.revision = ${expectedRevision}::bigint AND rubric.state = 'published'
    RETURNING rubric.revision
  `)
  return { outcome: 'written', revision: row.revision }
}

/** Makes an archived rubric published again, as it was. One statement. */
export async function restoreRubric(db: Db, at: RubricAt): Promise<RubricWriteOutcome> {
  const row = await db.maybeOne(restore`
    WITH changed AS (
      UPDATE rubric
      SET state = 'published', revision = rubric.revision + 1, updated_at = statement_timestamp()
      WHERE ${mayChange(at, isArchived)}
      RETURNING rubric.revision
    )
    ${selectGuarded(at, isArchived)}
  `)
  return outcomeOf(row, at)
}
