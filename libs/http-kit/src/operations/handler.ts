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
  readonly page: Spec extends { readonly pageKey: object } ? PageRequest<PageKeyOf<Spec>> : null
  readonly caller: Caller
  readonly subject: Subject
  readonly body: BodyOf<Spec>
  /** The revision in `If-Match`, or in `?base=` if the query has that; 0 if the operation needs none. */
  readonly expectedRevision: number
  /** The revision in `X-Assessment-Revision`; null if the caller sent none. */
  readonly assessmentRevision: number | null
  readonly requestId: string
  /** Whether no body is sent, so that nothing counts as read. */
  readonly isHead: boolean
  /** Aborts when the time for calls to other services has passed, or when the client leaves. */
  readonly deadline: () => AbortSignal
  /** Aborts when the client leaves, or ends its own direction of the connection: for work on a reply without a time limit. */
  readonly gone: () => AbortSignal
}

/** Does the work of one operation. It sees neither Koa nor the socket, and returns a reply that the contract lists. */
type Handler<Spec extends Operation, Caller, Subject, Deps> = (
  call: Call<Spec, Caller, Subject>,
  deps: Deps,
) => Promise<ReplyOf<Spec>>

type CallerOf<Spec extends Operation, Caller> = Spec['allow'] extends RightOfService ? null : Caller

type SubjectOf<Spec extends Operation, Subjects> = Spec['subject'] extends keyof Subjects
  ? Subjects[Spec['subject']]
  : Spec['allow'] extends keyof Subjects
    ? Subjects[Spec['allow']]
    : null

export type Handlers<Served extends Boundary, Caller, Subjects, Deps> = {
  readonly [Name in keyof Served['operations']]: Handler<
    Served['operations'][Name],
    CallerOf<Served['operations'][Name], Caller>,
    SubjectOf<Served['operations'][Name], Subjects>,
    Deps
  >
}

export type AnyHandler = (call: Call<Operation, unknown, unknown>, deps: unknown) => Promise<ReplyOf<Operation>>
