/** One submission of an archive. Ids of submissions are unique in an archive. */
export interface ArchivedSubmission {
  readonly submissionId: number
  /** Full names or aliases; empty if they are unknown. */
  readonly submitters: readonly string[]
  /** RFC 3339; the time of all its entries. */
  readonly submittedAt: string
  /** In the order in which they are written. The answers of a form come first, as `answers.json`. */
  readonly files: AsyncIterable<ArchivedFile> | Iterable<ArchivedFile>
}

/** A file of a submission: either a file to open, or a file that is known to be absent, with the reason. */
export type ArchivedFile =
  /** The name comes from upstream unchanged, and is not trusted. */
  | { readonly name: string; readonly open: () => Promise<OpenedFile | MissingStatus> }
  | { readonly name: string; readonly status: AbsentStatus }

/** What is read of a file that was opened. */
export interface OpenedFile {
  /** The size that upstream announces; null if it announces none. */
  readonly sizeBytes: number | null
  readonly body: AsyncIterable<Uint8Array>
}

/** Why a file could not be opened. */
export type MissingStatus = 'missing' | 'forbidden' | 'failed'
/** Why a file is not in the archive. */
export type AbsentStatus = 'excluded' | MissingStatus
