/** Who sees a snippet: everybody who grades in the course, or its owner alone. */
export type SnippetScope = 'course' | 'personal'

/** Whether somebody who grades in a course may make and change snippets of this scope. Personal ones are found by their owner alone. */
export function mayWriteSnippet({ isTeacher }: { readonly isTeacher: boolean }, scope: SnippetScope): boolean {
  return isTeacher || scope === 'personal'
}
