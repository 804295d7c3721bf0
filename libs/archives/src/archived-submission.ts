/** One submission that goes into an archive. Its id is that of no other submission of the archive. */
export interface ArchivedSubmission {
  readonly submissionId: number
  /** Full names or aliases; none where they are unknown. */
  readonly submitters: readonly string[]
  /** RFC 3339; the time of all its entries. */
  readonly submittedAt: string
  /** In the order in which they are written. The answers of a form come first, as `answers.json`. */
  readonly files: AsyncIterable<ArchivedFile> | Iterable<ArchivedFile>
}

/** A file of a submission: one to open, or one that is known not to be in the archive. */
export type ArchivedFile =
  /** The name is as upstream has it, and is not trusted. */
  | { readonly name: string; readonly open: () => Promise<OpenedFile | MissingStatus> }
  | { readonly name: string; readonly status: AbsentStatus }

/** What is read of a file that was opened. */
export interface OpenedFile {
  /** As announced; null where upstream does not tell. */
  readonly sizeBytes: number | null
  readonly body: AsyncIterable<Uint8Array>
}

/** Why a file could not be opened. */
export type MissingStatus = 'missing' | 'forbidden' | 'failed'
/** Why a file is not in the archive. */
export type AbsentStatus = 'excluded' | MissingStatus
