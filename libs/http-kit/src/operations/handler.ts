import type {
  BodyOf,
  Boundary,
  Operation,
  PageKeyOf,
  ParamsOf,
  QueryOf,
  RightOfService,
} from '@course-grading/contracts/operation'
import type { ReplyOf } from '@course-grading/contracts/reply'
import type { PageRequest } from '../reply/page.ts'

export interface KnownCaller {
  readonly userId: number
}

/** It has passed every check of this package. */
export interface Call<Spec extends Operation, Caller, Access> {
  readonly params: ParamsOf<Spec>
  readonly query: QueryOf<Spec>
  /** Null if the operation is not a list. */
  readonly page: Spec extends { readonly pageKey: object } ? PageRequest<PageKeyOf<Spec>> : null
  readonly caller: Caller
  readonly access: Access
  readonly body: BodyOf<Spec>
  /** In `If-Match`, or in `?base=`; 0 where the operation needs none. */
  readonly expectedRevision: number
  /** In `X-Assessment-Revision`; null if the caller sent none. */
  readonly assessmentRevision: number | null
  readonly requestId: string
  /** When the time for calls to other services has passed, or the client leaves. */
  readonly deadline: () => AbortSignal
  /** When the client leaves, or ends its own direction; sources of a reply without a time limit end with it. */
  readonly gone: () => AbortSignal
}

/** It sees neither Koa nor the socket. */
type Handler<Spec extends Operation, Caller, Access, Deps> = (
  call: Call<Spec, Caller, Access>,
  deps: Deps,
) => Promise<ReplyOf<Spec>>

/** Null for a right of a service, whose secret names no person. */
type CallerOf<Spec extends Operation, Caller> = Spec['allow'] extends RightOfService ? null : Caller

/** From `authorize`, by subject or else right: `AccessTable` has a boundary's types; access is null for what it does not name. */
type AccessOf<Spec extends Operation, AccessTable> = Spec['subject'] extends keyof AccessTable
  ? AccessTable[Spec['subject']]
  : Spec['allow'] extends keyof AccessTable
    ? AccessTable[Spec['allow']]
    : null

/** A missing one does not compile. */
export type Handlers<Served extends Boundary, Caller, AccessTable, Deps> = {
  readonly [Name in keyof Served['operations']]: Handler<
    Served['operations'][Name],
    CallerOf<Served['operations'][Name], Caller>,
    AccessOf<Served['operations'][Name], AccessTable>,
    Deps
  >
}

/** The compiler does not know its operation: the kit calls handlers by this type. */
export type AnyHandler = (call: Call<Operation, unknown, unknown>, deps: unknown) => Promise<ReplyOf<Operation>>
