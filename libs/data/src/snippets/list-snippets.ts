import { searchWords } from '@course-grading/domain/students/searchable-text'
import { sql, type FragmentSqlToken } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { containing } from '../db/like-pattern.ts'
import { read } from '../db/row.ts'
import { texts } from '../db/sql-arrays.ts'
import { snippetColumns, snippetRow } from './snippet-rows.ts'

interface SnippetQuery {
  readonly courseId: number
  /** Who reads: this person sees the course's snippets and their own. */
  readonly userId: number
  /** Words of the label or the texts, as typed; all must occur. Null or nothing but accents: all snippets. */
  readonly q: string | null
  /** Leaves out those offered only with another exercise or criterion; null leaves out none. */
  readonly exerciseId: number | null
  readonly criterionId: string | null
  readonly after: Pick<ListedSnippet, 'place' | 'snippetId' | 'firstPageAt'> | null
  readonly limit: number
}

const listed = Type.Object({
  ...snippetRow.properties,
  /** By which the list is ordered: how often it was used, or `placeOfRepeated`. */
  place: Type.Integer(),
  firstPageAt: Type.String(),
})
export type ListedSnippet = Static<typeof listed>

/** Sorts after all others. */
const placeOfRepeated = -1

/** The most used first, then the newest. One that was used since the first page may have moved to an earlier page, so it comes once more at the end. */
export async function selectSnippets(db: Db, query: SnippetQuery): Promise<readonly ListedSnippet[]> {
  const words = query.q === null ? [] : searchWords(query.q)
  return await db.any(words.length === 0 ? listStatement(query) : searchStatement(query, words))
}

/** Merges the course's first ones and the person's, each read in order from an index. */
export function listStatement(query: SnippetQuery) {
  const beginning = (bank: FragmentSqlToken) => sql.fragment`(
    SELECT ${columns}, snippet.use_count AS place
    FROM snippet
    WHERE snippet.bank = ${bank} AND ${isOffered(query)}
      AND (snippet.use_count, snippet.snippet_id) < (${query.after?.place ?? Number.MAX_SAFE_INTEGER}::bigint, ${lastOf(query)})
    ORDER BY snippet.use_count DESC, snippet.snippet_id DESC
    LIMIT ${query.limit}::integer
  )`
  return read('listSnippets', listed)`
    WITH offered AS (
      ${beginning(sql.fragment`0`)}
      UNION ALL
      ${beginning(sql.fragment`${query.userId}::bigint`)}
      UNION ALL
      SELECT ${columns}, ${placeOfRepeated}::integer
      FROM snippet
      WHERE snippet.bank = ANY (ARRAY[0, ${query.userId}::bigint]) AND ${isOffered(query)} AND ${isRepeated(query)}
    )
    ${pageOf(query)}
  `
}

/** An index finds the snippets with the longest word; all are read before the page is cut, as in a search for students. */
export function searchStatement(query: SnippetQuery, [longest = '', ...others]: readonly string[]) {
  return read('searchSnippets', listed)`
    WITH found AS MATERIALIZED (
      SELECT ${columns}
      FROM snippet
      WHERE snippet.bank = ANY (ARRAY[0, ${query.userId}::bigint]) AND ${isOffered(query)}
        AND snippet.search_text LIKE ${containing(longest)}
        AND snippet.search_text LIKE ALL (${texts(others.map(containing))})
    ),
    offered AS (
      SELECT ${columns}, snippet.use_count AS place FROM found AS snippet
      UNION ALL
      SELECT ${columns}, ${placeOfRepeated}::integer FROM found AS snippet WHERE ${isRepeated(query)}
    )
    ${pageOf(query)}
  `
}

const columns = sql.fragment`snippet.snippet_id, snippet.course_id, snippet.owner_id, snippet.exercise_id, snippet.criterion_id,
  snippet.label, snippet.text, snippet.points, snippet.use_count, snippet.last_used_at, snippet.retired_at, snippet.revision`

function pageOf(query: SnippetQuery): FragmentSqlToken {
  const { after, limit } = query
  return sql.fragment`
    SELECT ${snippetColumns}, snippet.place,
      coalesce(${after?.firstPageAt ?? null}::timestamptz, statement_timestamp()) AS first_page_at
    FROM offered AS snippet
    WHERE (snippet.place, snippet.snippet_id) < (${after?.place ?? Number.MAX_SAFE_INTEGER}::bigint, ${lastOf(query)})
    ORDER BY snippet.place DESC, snippet.snippet_id DESC
    LIMIT ${limit}::integer`
}

function isOffered({ courseId, exerciseId, criterionId }: SnippetQuery): FragmentSqlToken {
  return sql.fragment`snippet.course_id = ${courseId}::bigint AND snippet.retired_at IS NULL
    AND (${exerciseId}::bigint IS NULL OR snippet.exercise_id IS NULL OR snippet.exercise_id = ${exerciseId}::bigint)
    AND (${criterionId}::text IS NULL OR snippet.criterion_id IS NULL OR snippet.criterion_id = ${criterionId}::text)`
}

/** Longer than a save takes: a save counts a use before it is committed, so the first page may not have seen the use. */
const saveLasts = sql.fragment`interval '10 seconds'`

function isRepeated({ after }: SnippetQuery): FragmentSqlToken {
  return sql.fragment`${after !== null} AND snippet.use_count > 0
    AND snippet.last_used_at >= ${after?.firstPageAt ?? null}::timestamptz - ${saveLasts}`
}

const lastOf = ({ after }: SnippetQuery): FragmentSqlToken => sql.fragment`${after?.snippetId ?? lastId}::uuid`
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
