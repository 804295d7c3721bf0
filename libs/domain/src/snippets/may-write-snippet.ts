/** Who sees a snippet: everybody who grades in the course, or only its owner. */
type SnippetScope = 'course' | 'personal'

/**
 * Whether somebody who grades in a course may make and change snippets of this scope. A personal snippet needs no rule here,
 * since only its owner can find it.
 */
export function mayWriteSnippet({ isTeacher }: { readonly isTeacher: boolean }, scope: SnippetScope): boolean {
  return isTeacher || scope === 'personal'
}
