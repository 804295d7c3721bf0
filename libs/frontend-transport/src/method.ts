import type {
  BodyOf,
  Boundary,
  Operation,
  ParamsOf,
  QueryOf,
  ReplySpec,
  RightOfService,
  StatusOf,
} from '@course-grading/contracts/operation/operation'
import type { Static, TSchema } from 'typebox'
import type { Readable } from 'node:stream'

export interface CallOptions {
  /** The `X-Request-ID` to forward; one that is not 8 to 128 of `A-Z a-z 0-9 . _ -` is replaced. */
  readonly requestId?: string | undefined
  /** Ends the call, or its stream, with the kind `aborted`. */
  readonly signal?: AbortSignal | undefined
  /** Sent as `X-Assessment-Revision`: a write that belongs to an assessment fails with 412 unless it is the current one. */
  readonly assessmentRevision?: number | undefined
}

type Nothing = Record<never, never>
type Simplify<T> = { [Key in keyof T]: T[Key] } & Nothing
type Given<Spec extends Operation, Key extends keyof Operation> =
  Spec[Key] extends NonNullable<Operation[Key]> ? true : false
type When<Condition, Part> = Condition extends true ? Part : Nothing
/** Lets optional members be undefined, too; undefined members are not sent. */
type Loose<T> = { [Key in keyof T]: Nothing extends Pick<T, Key> ? T[Key] | undefined : T[Key] }
type QueryPart<Query> = Nothing extends Query ? { readonly query?: Loose<Query> } : { readonly query: Loose<Query> }
type BodyPart<Spec extends Operation> = Spec['csvBody'] extends true
  ? { readonly body: string | Uint8Array }
  : Spec['body'] extends TSchema
    ? Spec['bodyOptional'] extends true
      ? { readonly body?: BodyOf<Spec> }
      : { readonly body: BodyOf<Spec> }
    : Nothing

/** What a method takes besides the session: exactly what the contract gives its operation. */
export type CallOf<Spec extends Operation> = Simplify<
  When<Given<Spec, 'params'>, { readonly params: ParamsOf<Spec> }> &
    When<Given<Spec, 'query'>, QueryPart<QueryOf<Spec>>> &
    BodyPart<Spec> &
    When<
      Spec['ifMatch'] extends 'or_base' ? true : false,
      {
        /** The `ETag` of what was read, unchanged; left out if the query has `base`. */
        readonly ifMatch?: string | undefined
      }
    > &
    When<
      Spec['ifMatch'] extends true ? true : false,
      {
        readonly ifMatch: string
      }
    > &
    (206 extends keyof Spec['replies'] ? { readonly range?: string | undefined } : Nothing) &
    CallOptions
>

export type SessionCallOf<Spec extends Operation> = Simplify<
  When<Spec['allow'] extends RightOfService ? false : true, { readonly session: string }> & CallOf<Spec>
>

export interface ReplyHead<Status, Etag> {
  readonly status: Status
  readonly etag: Etag
  readonly assessmentRevision: number | undefined
  readonly requestId: string
}

export interface BufferedReply<Status, Etag, Body> extends ReplyHead<Status, Etag> {
  readonly body: Body
}

/** A caller that does not read `body` to its end must destroy it. */
export interface StreamedReply<Status, Etag> extends ReplyHead<Status, Etag> {
  readonly body: Readable
  readonly contentType: string
  readonly contentDisposition: string | undefined
  readonly contentLength: number | undefined
  readonly contentRange: string | undefined
}

type EtagOf<Listed> = Listed extends { readonly etag: true } ? string : string | undefined
type ReplyTo<Status, Listed> = Listed extends { readonly mediaType: string }
  ? StreamedReply<Status, EtagOf<Listed>>
  : Listed extends { readonly schema: infer Schema extends TSchema }
    ? BufferedReply<Status, EtagOf<Listed>, Static<Schema>>
    : BufferedReply<Status, EtagOf<Listed>, undefined>

export type CallReplyOf<Spec extends Operation> = {
  [Status in StatusOf<Spec>]: ReplyTo<Status, Spec['replies'][Status] & ReplySpec>
}[StatusOf<Spec>]

type Unconditional<Call, Spec extends Operation> = Nothing extends Call
  ? (call?: Call) => Promise<Exclude<CallReplyOf<Spec>, { readonly status: 304 }>>
  : (call: Call) => Promise<Exclude<CallReplyOf<Spec>, { readonly status: 304 }>>

/** A call with `ifNoneMatch` may get a 304: the caller already has the body with this `ETag`. */
type Conditional<Call, Spec extends Operation> = (
  call: Call & { readonly ifNoneMatch: string | undefined },
) => Promise<CallReplyOf<Spec>>

type Method<Call, Spec extends Operation> = 304 extends keyof Spec['replies']
  ? Conditional<Call, Spec> & Unconditional<Call & { readonly ifNoneMatch?: never }, Spec>
  : Unconditional<Call, Spec>

/** One method for each operation of a boundary, without the `session` that `withSession` adds. */
export type SessionMethods<Served extends Boundary> = {
  readonly [Id in keyof Served['operations']]: Method<CallOf<Served['operations'][Id]>, Served['operations'][Id]>
}

/** One method for each operation of a boundary; a call on behalf of a person also takes `session`. */
export type Methods<Served extends Boundary> = {
  readonly [Id in keyof Served['operations']]: Method<SessionCallOf<Served['operations'][Id]>, Served['operations'][Id]>
}
