import type { Database } from '../db/database.ts'
import { insertSnippet } from '../snippets/insert-snippet.ts'
import type { SnippetWrite, StoredSnippet } from '../snippets/snippet-rows.ts'

type SnippetBank = Parameters<typeof insertSnippet>[1]

/** A snippet for tests that need no particular one. */
export const aSnippetWrite: SnippetWrite = {
  exerciseId: null,
  criterionId: null,
  label: 'label',
  text: { en: 'text' },
  points: null,
}

/** A snippet of a course, or of a person there. */
export async function aSnippet(
  database: Database,
  { courseId, ownerId = null }: Partial<SnippetBank> & Pick<SnippetBank, 'courseId'>,
  write: Partial<SnippetWrite> = {},
): Promise<StoredSnippet> {
  const snippet = await database.transaction((tx) =>
    insertSnippet(tx, { courseId, ownerId }, { ...aSnippetWrite, ...write }),
  )
  if (snippet === null) throw new Error('there are as many as there may be')
  return snippet
}
