import type { Snippet } from '@course-grading/contracts/snippets/snippet'
import type { StoredSnippet } from '@course-grading/data/snippets/snippet-rows'

export function toSnippet({ ownerId, ...snippet }: StoredSnippet): Snippet {
  return { ...snippet, scope: ownerId === null ? 'course' : 'personal' }
}
