import { languageTable } from './language-table.ts'

/** The ids of the syntax highlighters that a course may name, sorted. */
export const highlightLanguages: readonly string[] = languageTable
  .trim()
  .split('\n')
  .map((row) => row.slice(0, row.indexOf(':')))
