import { snippetSearchText } from '@course-grading/domain/snippets/snippet-search-text'
import Type, { type Static } from 'typebox'
import type { Tx } from '../db/db.ts'
import { newId } from '../db/new-id.ts'
import { nullable, write } from '../db/row.ts'
import { maxSnippetsOfCourse } from '../snippets/insert-snippet.ts'
import type { SnippetWrite } from '../snippets/snippet-rows.ts'

export interface SnippetCopy extends SnippetWrite {
  readonly sourceId: string
}

const copied = Type.Object({
  sourceId: Type.String(),
  /** Null if the course has a copy, or as many snippets as it may have. */
  copyId: nullable(Type.String()),
  wasCopied: Type.Boolean(),
})
export type CopiedSnippetRow = Static<typeof copied>

/** Keeps the order and the course's maximum, without what the course has a copy of. The caller has called `lockSnippets`. */
export async function insertSnippetCopies(
  tx: Tx,
  courseId: number,
  copies: readonly SnippetCopy[],
): Promise<readonly CopiedSnippetRow[]> {
  const given = copies.map(({ sourceId, exerciseId, criterionId, label, text, points }, index) => ({
    number: index,
    source_id: sourceId,
    copy_id: newId(),
    exercise_id: exerciseId,
    criterion_id: criterionId,
    label,
    text,
    points,
    search_text: snippetSearchText(label, text),
  }))
  return await tx.any(write('insertSnippetCopies', copied)`
    WITH given AS (
      SELECT given.number, given.source_id, given.copy_id, given.exercise_id, given.criterion_id, given.label, given.text, given.points, given.search_text,
        copied.was_copied, row_number() OVER (PARTITION BY copied.was_copied ORDER BY given.number) AS place
      FROM json_to_recordset(${JSON.stringify(given)}::json) AS given (
        number integer, source_id uuid, copy_id uuid, exercise_id bigint, criterion_id text, label text, text json, points numeric, search_text text
      )
      CROSS JOIN LATERAL (
        SELECT EXISTS (
          SELECT FROM grading_copy WHERE grading_copy.course_id = ${courseId}::bigint AND grading_copy.source_id = given.source_id
        )
      ) AS copied (was_copied)
    ),
    room AS (
      SELECT ${maxSnippetsOfCourse} - count(*) AS left_over
      FROM snippet
      WHERE snippet.course_id = ${courseId}::bigint AND snippet.bank = 0 AND snippet.retired_at IS NULL
    ),
    recorded AS (
      INSERT INTO grading_copy (course_id, source_id, copy_id, copied_at)
      SELECT ${courseId}::bigint, given.source_id, given.copy_id, statement_timestamp()
      FROM given
      CROSS JOIN room
      WHERE NOT given.was_copied AND given.place <= room.left_over
      ORDER BY given.source_id
      ON CONFLICT (course_id, source_id) DO NOTHING
      RETURNING grading_copy.source_id, grading_copy.copy_id
    ),
    inserted AS (
      INSERT INTO snippet (
        snippet_id, course_id, owner_id, exercise_id, criterion_id, label, text, points, search_text, revision, created_at
      )
      SELECT given.copy_id, ${courseId}::bigint, NULL, given.exercise_id, given.criterion_id, given.label, given.text, given.points,
        given.search_text, 1, statement_timestamp()
      FROM given
      JOIN recorded ON recorded.copy_id = given.copy_id
    )
    SELECT given.source_id, recorded.copy_id, given.was_copied
    FROM given
    LEFT JOIN recorded ON recorded.copy_id = given.copy_id
    ORDER BY given.number
  `)
}
