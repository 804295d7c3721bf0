import { snippetSearchText } from '@course-grading/domain/snippets/snippet-search-text'
import type { Tx } from '../db/db.ts'
import { lockSnippets } from '../db/lock-order.ts'
import { newId } from '../db/new-id.ts'
import { write } from '../db/row.ts'
import { snippetColumns, snippetRow, type SnippetWrite, type StoredSnippet } from './snippet-rows.ts'

export const maxSnippetsOfCourse = 2_000
const maxOfPerson = 500

interface SnippetBank {
  readonly courseId: number
  readonly ownerId: number | null
}

/** Null at the maximum. Snippets of one course or person are made one after the other, so that each counts the earlier ones. */
export async function insertSnippet(
  tx: Tx,
  { courseId, ownerId }: SnippetBank,
  { exerciseId, criterionId, label, text, points }: SnippetWrite,
): Promise<StoredSnippet | null> {
  await lockSnippets(tx, { courseId, ownerId })
  return await tx.maybeOne(write('insertSnippet', snippetRow)`
    INSERT INTO snippet (
      snippet_id, course_id, owner_id, exercise_id, criterion_id, label, text, points, search_text, revision, created_at
    )
    SELECT ${newId()}::uuid, ${courseId}::bigint, ${ownerId}::bigint, ${exerciseId}::bigint, ${criterionId}, ${label},
      ${JSON.stringify(text)}::json, ${points}::numeric, ${snippetSearchText(label, text)}, 1, statement_timestamp()
    WHERE CASE WHEN ${ownerId}::bigint IS NULL
      THEN ${maxSnippetsOfCourse} > (
        SELECT count(*)
        FROM snippet AS counted
        WHERE counted.course_id = ${courseId}::bigint AND counted.bank = 0 AND counted.retired_at IS NULL
      )
      ELSE ${maxOfPerson} > (
        SELECT count(*) FROM snippet AS counted WHERE counted.owner_id = ${ownerId}::bigint AND counted.retired_at IS NULL
      ) END
    RETURNING ${snippetColumns}
  `)
}
