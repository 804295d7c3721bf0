export interface UpstreamFile {
  readonly fileId: number
  readonly name: string
  readonly field: string
}

export type FileReading =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  /** The file has more than the allowed bytes. `size` is null if A+ does not report it. */
  | { readonly kind: 'too_large'; readonly size: number | null }
  | { readonly kind: 'unavailable' }

export interface SubmissionFile {
  readonly fileId: number
  readonly path: string
  readonly field: string
  /** Size in bytes; 0 if A+ does not report it. */
  readonly size: number
  /** Null if the file was not read. */
  readonly sha256: string | null
  readonly language: string | null
  readonly template: 'unchanged' | 'modified' | 'none'
  readonly changedLines?: readonly (readonly [first: number, last: number])[]
  readonly text?: string
  readonly omitted?: 'too_large' | 'binary' | 'unavailable' | 'not_text'
}
