export interface ArchivedSubmission {
  readonly submissionId: number
  /** Full names or aliases; empty if unknown. */
  readonly submitters: readonly string[]
  /** RFC 3339; the time of all entries of the submission. */
  readonly submittedAt: string
  /** In the order in which they are written: the answers of a form first. */
  readonly files: AsyncIterable<ArchivedFile> | Iterable<ArchivedFile>
}

export type ArchivedFile =
  /** The name is upstream's, unchanged and not trusted. */
  | { readonly name: string; readonly open: () => Promise<OpenedFile | MissingStatus> }
  | { readonly name: string; readonly status: AbsentStatus }

export interface OpenedFile {
  /** The size that upstream announces; null if it announces none. */
  readonly sizeBytes: number | null
  readonly body: AsyncIterable<Uint8Array>
}

export type MissingStatus = 'missing' | 'forbidden' | 'failed'
export type AbsentStatus = 'excluded' | MissingStatus
