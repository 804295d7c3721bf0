import type { Static, TObject, TSchema } from 'typebox'

export type Method = 'get' | 'put' | 'post' | 'delete'

/** What a request must bring: a secret of a service, a person's session beside it, or a person's token of the learning platform. */
export type Credential = 'upstream_token' | 'frontend_secret' | 'session' | 'manual_grading_secret' | 'none'

/** A successful answer of an operation. */
export interface ReplySpec {
  readonly description: string
  /** Of a JSON body; absent: the answer has none, or another media type. */
  readonly schema?: TSchema
  /** Media type of a body that is not JSON: sent as it is made, as an attachment. */
  readonly mediaType?: string
  /** The answer carries the revision as a strong `ETag`. */
  readonly etag?: true
  readonly example?: unknown
}

/**
 * One operation of one boundary, as data: validation, types, the OpenAPI documents, the clients and the tests that walk
 * the contract are all computed from it. Its name is its key in the boundary's list.
 */
export interface Operation {
  readonly method: Method
  /** Below the boundary's prefix, with `{name}` for parameters. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly credential: Credential
  readonly params?: TObject
  readonly query?: TObject
  /** A JSON body. A POST or DELETE without one takes no body, or `{}`. */
  readonly body?: TSchema
  /** The body may be left out, and is `{}` then. */
  readonly bodyOptional?: true
  /** The body is `text/csv`, and is given to the handler as its bytes. */
  readonly csvBody?: true
  readonly bodyExample?: unknown
  /** The write needs `If-Match` with the revision that the caller read. */
  readonly ifMatch?: true
  readonly replies: Readonly<Record<number, ReplySpec>>
  /** Refusals that belong to this operation, by code of its boundary's problem table. */
  readonly problems: readonly string[]
  /** The whole answer is given within this time, in milliseconds: from the request's beginning; what a CSV takes to come does not count. */
  readonly timeLimitMs: number
  /** Calls of the learning platform end by then, in milliseconds as above; what is left is for the database. */
  readonly upstreamLimitMs?: number
}

/** Keeps the literal types of an operation, so that the compiler knows its parameters, body and statuses. */
export function defineOperation<const Spec extends Operation>(spec: Spec): Spec {
  return spec
}

/** One refusal of a boundary: its status, the fixed message people read, and when it happens. */
export interface ProblemSpec {
  readonly status: number
  readonly message: string
  readonly condition: string
}

export type ProblemTable = Readonly<Record<string, ProblemSpec>>

/** One network boundary: its prefix, its operations by name, and its closed list of problems. */
export interface Boundary {
  readonly name: string
  readonly prefix: string
  /** What is looked at first, once there is a route: the parameters in its path, or who asks. */
  readonly checksFirst: 'path' | 'credential'
  readonly operations: Readonly<Record<string, Operation>>
  readonly problems: ProblemTable
}

/** Keeps the literal types of a boundary, so that the compiler knows its operations by name. */
export function defineBoundary<const Spec extends Boundary>(spec: Spec): Spec {
  return spec
}

type StaticOr<Schema, Otherwise> = Schema extends TSchema ? Static<Schema> : Otherwise

export type ParamsOf<Spec extends Operation> = StaticOr<Spec['params'], Record<string, never>>
export type QueryOf<Spec extends Operation> = StaticOr<Spec['query'], Record<string, never>>
export type BodyOf<Spec extends Operation> = Spec['csvBody'] extends true ? Uint8Array : StaticOr<Spec['body'], undefined>
export type StatusOf<Spec extends Operation> = keyof Spec['replies'] & number
