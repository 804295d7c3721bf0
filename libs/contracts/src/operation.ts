import type { Static, TObject, TSchema } from 'typebox'

export type Method = 'get' | 'put' | 'post' | 'delete'

/** A successful answer of an operation. */
export interface ReplySpec {
  readonly description: string
  /** Absent: the answer has no body. */
  readonly schema?: TSchema
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
  readonly credential: 'upstream_token' | 'none'
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  readonly bodyExample?: unknown
  /** The write needs `If-Match` with the revision that the caller read. */
  readonly ifMatch?: true
  readonly replies: Readonly<Record<number, ReplySpec>>
  /** Refusals that belong to this operation, by code of its boundary's problem table. */
  readonly problems: readonly string[]
  /** The whole answer is given within this time, in milliseconds. */
  readonly timeLimitMs: number
  /** Calls of the learning platform end by then, in milliseconds from the request; what is left is for the database. */
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
export type BodyOf<Spec extends Operation> = StaticOr<Spec['body'], undefined>
export type StatusOf<Spec extends Operation> = keyof Spec['replies'] & number
