import type { TSchema } from 'typebox'
import type { Boundary, Credential } from '../operation.ts'
import type { Json } from './json.ts'

/** The parts of a boundary's document beside its operations. */
export interface BoundaryDescription {
  readonly boundary: Boundary
  readonly title: string
  /** What everybody who calls it must know: paragraphs in Markdown. */
  readonly overview: string
  /** Problems that come before any operation, whose list then need not have them; the overview ends with them. */
  readonly beforeAnyOperation: readonly string[]
  /** What the variable in the server's address is. */
  readonly origin: string
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  /** Headers of replies; `X-Request-ID` and `ETag` are among them. */
  readonly headers: Readonly<Record<string, Json>>
  /** Headers of a problem beside `X-Request-ID`, by its code. */
  readonly problemHeaders: Readonly<Record<string, readonly string[]>>
  readonly securitySchemes: Readonly<Record<string, Json>>
  /** What each credential is made of: security schemes, all of which are needed. */
  readonly credentials: Partial<Record<Credential, readonly string[]>>
  /** The body of every problem. */
  readonly errorBody: TSchema
  readonly errorExample: (code: string, requestId: string) => unknown
}
