import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import { json, nullable } from '../db/row.ts'

export const snippetRow = Type.Object({
  snippetId: Type.String(),
  courseId: Type.Integer(),
  ownerId: nullable(Type.Integer()),
  exerciseId: nullable(Type.Integer()),
  criterionId: nullable(Type.String()),
  label: Type.String(),
  text: json<Readonly<Record<string, string>>>(),
  points: nullable(Type.Number()),
  useCount: Type.Integer(),
  lastUsedAt: nullable(Type.String()),
  retiredAt: nullable(Type.String()),
  revision: Type.Integer(),
})
export type StoredSnippet = Static<typeof snippetRow>

/** The columns of `snippetRow`, from the table or from a query that has the table's name. */
export const snippetColumns = sql.fragment`
  snippet.snippet_id, snippet.course_id, snippet.owner_id,
  snippet.exercise_id, snippet.criterion_id, snippet.label, snippet.text,
  snippet.points::float8, snippet.use_count, snippet.last_used_at,
  snippet.retired_at, snippet.revision`

export interface SnippetWrite {
  readonly exerciseId: number | null
  readonly criterionId: string | null
  readonly label: string
  readonly text: Readonly<Record<string, string>>
  readonly points: number | null
}
