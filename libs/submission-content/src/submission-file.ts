export interface UpstreamFile {
  readonly fileId: number
  readonly name: string
  readonly field: string
}

export type FileReading =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  /** `size` is null if A+ does not report it. */
  | { readonly kind: 'too_large'; readonly size: number | null }
  | { readonly kind: 'unavailable' }

export interface SubmissionFile {
  readonly fileId: number
  readonly path: string
  readonly field: string
  /** 0 if A+ does not report it. */
  readonly size: number
  /** Null if the bytes were not read. */
  readonly sha256: string | null
  readonly language: string | null
  readonly template: 'unchanged' | 'modified' | 'none'
  /** Where it differs from the template: first and last of each range, from 1. */
  readonly changedLines?: readonly (readonly [first: number, last: number])[]
  readonly text?: string
  readonly omitted?: 'too_large' | 'binary' | 'unavailable' | 'not_text'
}
