import type { Tx } from '../db/db.ts'
import { write } from '../db/row.ts'
import { uuids } from '../db/sql-arrays.ts'

const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Counts an id as often as it is given, except ids of other courses and other people's own snippets. Rows are locked by id. */
export async function countSnippetUses(
  tx: Tx,
  {
    courseId,
    userId,
    snippetIds,
  }: {
    readonly courseId: number
    readonly userId: number
    readonly snippetIds: readonly string[]
  },
): Promise<void> {
  const known = snippetIds.filter((id) => idForm.test(id))
  if (known.length === 0) return
  await tx.query(write('countSnippetUses')`
    WITH used AS (
      SELECT given.id, count(*)::integer AS times FROM unnest(${uuids(known)}) AS given (id) GROUP BY given.id
    ),
    locked AS (
      SELECT snippet.snippet_id, used.times
      FROM snippet JOIN used ON used.id = snippet.snippet_id
      WHERE snippet.course_id = ${courseId}::bigint AND (snippet.owner_id IS NULL OR snippet.owner_id = ${userId}::bigint)
      ORDER BY snippet.snippet_id
      FOR NO KEY UPDATE OF snippet
    )
    UPDATE snippet SET use_count = snippet.use_count + locked.times, last_used_at = clock_timestamp()
    FROM locked
    WHERE snippet.snippet_id = locked.snippet_id
  `)
}
