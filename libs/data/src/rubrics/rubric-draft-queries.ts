import { sql } from 'slonik'
import type { Db } from '../db/db.ts'
import { write } from '../db/row.ts'
import { guardedRow, mayChange, requireWritten, selectGuarded, type RubricAt } from './rubric-write.ts'

const takesDraft = sql.fragment`rubric.state <> 'archived'`
// A rubric that was never published has nothing but its draft.
const hasDraftToDiscard = sql.fragment`(rubric.state = 'published' AND rubric.draft IS NOT NULL)`
const isNew = sql.fragment`rubric.state = 'draft'`

/** The rubric is not archived. */
export async function updateRubricDraft(
  db: Db,
  { draft, ...at }: RubricAt & { readonly draft: string },
): Promise<number> {
  const row = await db.maybeOne(write('updateRubricDraft', guardedRow)`
    WITH changed AS (
      UPDATE rubric
      SET revision = rubric.revision + 1, draft = ${draft}::json, updated_at = statement_timestamp()
      WHERE ${mayChange(at, takesDraft)}
      RETURNING rubric.revision
    )
    ${selectGuarded(at, takesDraft)}
  `)
  return requireWritten(row, at)
}

export async function deleteRubricDraftRow(db: Db, at: RubricAt): Promise<number> {
  const row = await db.maybeOne(write('deleteRubricDraft', guardedRow)`
    WITH changed AS (
      UPDATE rubric
      SET revision = rubric.revision + 1, draft = NULL, updated_at = statement_timestamp()
      WHERE ${mayChange(at, hasDraftToDiscard)}
      RETURNING rubric.revision
    )
    ${selectGuarded(at, hasDraftToDiscard)}
  `)
  return requireWritten(row, at)
}

export async function deleteRubricRow(db: Db, at: RubricAt): Promise<number> {
  const row = await db.maybeOne(write('deleteRubric', guardedRow)`
    WITH changed AS (
      DELETE FROM rubric
      WHERE ${mayChange(at, isNew)}
      RETURNING rubric.revision
    )
    ${selectGuarded(at, isNew)}
  `)
  return requireWritten(row, at, 'rubric_in_use')
}
