import type { TSchema } from 'typebox'
import type { Boundary, Credential } from '../operation.ts'
import type { Json } from './json.ts'

/** What does not come from its operations. */
export interface BoundaryDescription {
  readonly boundary: Boundary
  readonly title: string
  /** Paragraphs in Markdown that every caller must know. */
  readonly overview: string
  /** Before any operation, which need not list them; the overview ends with them. */
  readonly beforeAnyOperation: readonly string[]
  /** What `{base_url}`, the server's address, stands for. */
  readonly origin: string
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  /** `X-Request-ID` and `ETag` are among them. */
  readonly headers: Readonly<Record<string, Json>>
  /** Besides `X-Request-ID`, by the problem's code. */
  readonly problemHeaders: Readonly<Record<string, readonly string[]>>
  readonly securitySchemes: Readonly<Record<string, Json>>
  /** Security schemes, all of which are needed. */
  readonly credentials: Partial<Record<Credential, readonly string[]>>
  readonly errorBody: TSchema
  readonly errorExample: (code: string, requestId: string) => unknown
}
