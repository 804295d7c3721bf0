/** What is wrong with a field: its path in the document, such as `$.scores.structure.points`, and a code. */
export interface Issue {
  readonly path: string
  readonly code: string
}
