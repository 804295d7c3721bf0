/** A file as A+ lists it with a submission. */
export interface UpstreamFile {
  readonly fileId: number
  readonly name: string
  /** The form's field that it was handed in with. */
  readonly field: string
}

/** What became of reading a file. */
export type FileReading =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  /** It has more bytes than were asked for; null where A+ does not say how many. */
  | { readonly kind: 'too_large'; readonly size: number | null }
  | { readonly kind: 'unavailable' }

/** A file of a submission, with its text where it is one and fits. */
export interface SubmissionFile {
  readonly fileId: number
  readonly path: string
  readonly field: string
  /** In bytes; 0 where A+ does not say. */
  readonly size: number
  /** Of the bytes, where they were read. */
  readonly sha256: string | null
  readonly language: string | null
  readonly template: 'unchanged' | 'modified' | 'none'
  /** Lines that differ from the template, first and last of each range, from 1. */
  readonly changedLines?: readonly (readonly [first: number, last: number])[]
  readonly text?: string
  /** Why there is no text. */
  readonly omitted?: 'too_large' | 'binary' | 'unavailable' | 'not_text'
}
