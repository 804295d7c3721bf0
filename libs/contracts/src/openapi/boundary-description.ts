import type { TSchema } from 'typebox'
import type { Boundary, Credential } from '../operation/operation.ts'
import type { Json } from './json.ts'

export interface BoundaryDescription {
  readonly boundary: Boundary
  readonly title: string
  /** What every caller must know: paragraphs in Markdown. */
  readonly overview: string
  /** Problems that occur before any operation, so operations need not list them. The overview ends with them. */
  readonly beforeAnyOperation: readonly string[]
  /** What `{base_url}`, the server's address, stands for, and where it is in development. */
  readonly origin: { readonly description: string; readonly inDevelopment: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  /** Headers of replies; `X-Request-ID` and `ETag` are among them. */
  readonly headers: Readonly<Record<string, Json>>
  /** Headers of a problem besides `X-Request-ID`, by the problem's code. */
  readonly problemHeaders: Readonly<Record<string, readonly string[]>>
  readonly securitySchemes: Readonly<Record<string, Json>>
  /** The security schemes of each credential, all of which are needed. */
  readonly credentials: Partial<Record<Credential, readonly string[]>>
  readonly errorBody: TSchema
  readonly errorExample: (code: string, requestId: string) => unknown
}
