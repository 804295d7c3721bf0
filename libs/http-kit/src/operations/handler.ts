import type {
  BodyOf,
  Boundary,
  Operation,
  PageKeyOf,
  ParamsOf,
  QueryOf,
  RightOfService,
} from '@course-grading/contracts/operation/operation'
import type { ReplyOf } from '@course-grading/contracts/operation/reply'
import type { PageRequest } from '../reply/page.ts'

export interface KnownCaller {
  readonly userId: number
}

/** A request that has passed every check of this package. */
export interface Call<Spec extends Operation, Caller, Subject> {
  readonly params: ParamsOf<Spec>
  readonly query: QueryOf<Spec>
  /** Which part of a list is requested; null if the operation is not a list. */
  readonly page: Spec extends { readonly pageKey: object } ? PageRequest<PageKeyOf<Spec>> : null
  readonly caller: Caller
  /** What the operation is about, as `authorize` found it. */
  readonly subject: Subject
  readonly body: BodyOf<Spec>
  /** The revision in `If-Match`, or in `?base=` where the query has it; 0 where the operation needs none. */
  readonly expectedRevision: number
  /** The revision in `X-Assessment-Revision`; null if the caller sent none. */
  readonly assessmentRevision: number | null
  readonly requestId: string
  /** Aborts when the time for calls to other services has passed, or when the client leaves. */
  readonly deadline: () => AbortSignal
  /** Aborts when the client leaves or ends its own direction; sources of a reply without a time limit end with it. */
  readonly gone: () => AbortSignal
}

/** What does the work of one operation: it sees neither Koa nor the socket, and returns a reply that its contract lists. */
type Handler<Spec extends Operation, Caller, Subject, Deps> = (
  call: Call<Spec, Caller, Subject>,
  deps: Deps,
) => Promise<ReplyOf<Spec>>

/** The caller, by the operation's right; null for a right of a service, whose secret names no person. */
type CallerOf<Spec extends Operation, Caller> = Spec['allow'] extends RightOfService ? null : Caller

/** What `authorize` returns, by the operation's subject or else right: `Subjects` has a boundary's types; null for what it does not name. */
type SubjectOf<Spec extends Operation, Subjects> = Spec['subject'] extends keyof Subjects
  ? Subjects[Spec['subject']]
  : Spec['allow'] extends keyof Subjects
    ? Subjects[Spec['allow']]
    : null

/** One handler for every operation of a boundary: a missing or superfluous one does not compile. */
export type Handlers<Served extends Boundary, Caller, Subjects, Deps> = {
  readonly [Name in keyof Served['operations']]: Handler<
    Served['operations'][Name],
    CallerOf<Served['operations'][Name], Caller>,
    SubjectOf<Served['operations'][Name], Subjects>,
    Deps
  >
}

/** A handler whose operation the compiler does not know. The kit calls handlers by this type. */
export type AnyHandler = (call: Call<Operation, unknown, unknown>, deps: unknown) => Promise<ReplyOf<Operation>>
