import { foldForSearch } from '../students/fold-for-search.ts'

/** The folded texts by which a snippet is found, one per line: its label, and its text in each language. */
export function snippetSearchText(label: string, text: Readonly<Record<string, string>>): string {
  return [label, ...Object.values(text)].map(foldForSearch).join('\n')
}
