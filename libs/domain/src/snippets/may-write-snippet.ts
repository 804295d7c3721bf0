type SnippetScope = 'course' | 'personal'

/** A personal snippet needs no rule, since only its owner can find it. */
export function mayWriteSnippet({ isTeacher }: { readonly isTeacher: boolean }, scope: SnippetScope): boolean {
  return isTeacher || scope === 'personal'
}
