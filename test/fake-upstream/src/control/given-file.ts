import type { FileContent } from '../world/submission.ts'

/** The content of a file as JSON can say it. */
export type GivenContent = { kind: 'text'; text: string } | Extract<FileContent, { kind: 'pattern' }>

/** A file of a submission that another process adds. */
export interface GivenFile {
  filename: string
  /** The key of the form field, `file1` if left out. */
  paramName?: string
  content: GivenContent
}

export function contentOf(given: GivenContent): FileContent {
  return given.kind === 'text' ? { kind: 'bytes', bytes: Buffer.from(given.text) } : given
}
