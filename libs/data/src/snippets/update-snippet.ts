import { snippetSearchText } from '@course-grading/domain/snippets/snippet-search-text'
import Type from 'typebox'
import type { Db } from '../db/db.ts'
import { write } from '../db/row.ts'
import type { SnippetWrite } from './snippet-rows.ts'

interface ExpectedSnippet {
  readonly snippetId: string
  readonly expectedRevision: number
}

const written = Type.Object({ revision: Type.Integer() })

/** Null, and nothing changed, if the snippet has another revision or is retired. */
export async function updateSnippet(
  db: Db,
  { snippetId, expectedRevision }: ExpectedSnippet,
  { exerciseId, criterionId, label, text, points }: SnippetWrite,
): Promise<number | null> {
  const row = await db.maybeOne(write('updateSnippet', written)`
    UPDATE snippet
    SET exercise_id = ${exerciseId}::bigint, criterion_id = ${criterionId}, label = ${label}, text = ${JSON.stringify(text)}::json,
      points = ${points}::numeric, search_text = ${snippetSearchText(label, text)}, revision = snippet.revision + 1
    WHERE snippet.snippet_id = ${snippetId}::uuid AND snippet.revision = ${expectedRevision}::bigint AND snippet.retired_at IS NULL
    RETURNING snippet.revision
  `)
  return row?.revision ?? null
}

/** Retires a snippet. Null as in `updateSnippet`. */
export async function markSnippetRetired(
  db: Db,
  { snippetId, expectedRevision }: ExpectedSnippet,
): Promise<number | null> {
  const row = await db.maybeOne(write('retireSnippet', written)`
    UPDATE snippet
    SET retired_at = date_trunc('milliseconds', statement_timestamp()), revision = snippet.revision + 1
    WHERE snippet.snippet_id = ${snippetId}::uuid AND snippet.revision = ${expectedRevision}::bigint AND snippet.retired_at IS NULL
    RETURNING snippet.revision
  `)
  return row?.revision ?? null
}
