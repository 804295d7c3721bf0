import type { BodyOf, Boundary, Operation, ParamsOf, QueryOf } from '@course-grading/contracts'
import type { Attachment } from './stream-answer.ts'

/** What an operation is told of its request before anything of the body is read. */
export interface Admission<Spec extends Operation, Caller> {
  readonly params: ParamsOf<Spec>
  readonly query: QueryOf<Spec>
  readonly caller: Caller
  readonly requestId: string
  /** Aborts when the time for calls of others is over, or when the client leaves. */
  readonly deadline: () => AbortSignal
}

/** The whole request, checked: body and precondition too. */
export interface Call<Spec extends Operation, Caller, Resource> extends Admission<Spec, Caller> {
  /** What `admit` found. */
  readonly resource: Resource
  readonly body: BodyOf<Spec>
  /** The revision in `If-Match`; 0 where the operation needs none. */
  readonly expectedRevision: number
}

/** An answer: a status, a JSON text or an attachment or no body at all, and its validator. */
export interface Answer {
  readonly status: number
  /** The body, already serialised. */
  readonly json?: string
  readonly attachment?: Attachment
  /** Strong entity tag, quoted. */
  readonly etag?: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The two halves of an operation. `admit` says whether this caller may ask this at all (403, 404) and answers what it
 * looked up for that; only then are media type, precondition and body read; `handle` does the work. Neither sees Koa.
 */
export interface OperationHandler<Spec extends Operation, Caller, Resource = unknown> {
  readonly admit: (admission: Admission<Spec, Caller>) => Promise<Resource>
  readonly handle: (call: Call<Spec, Caller, Resource>) => Promise<Answer>
}

/** Binds the type of what `admit` finds to what `handle` gets, and then forgets it, so that handlers fit into one table. */
export function defineHandler<Spec extends Operation, Caller, Resource>(
  handler: OperationHandler<Spec, Caller, Resource>,
): OperationHandler<Spec, Caller> {
  return handler as unknown as OperationHandler<Spec, Caller>
}

/** Who calls, by the credential the operation asks for: a service's secret names no person. */
export type CallerOf<Spec extends Operation, Caller> = Spec['credential'] extends 'none' | 'frontend_secret' | 'manual_grading_secret' ? null : Caller

/** One handler for every operation of a boundary: a missing or superfluous one does not compile. */
export type Handlers<Served extends Boundary, Caller> = {
  readonly [Name in keyof Served['operations']]: OperationHandler<
    Served['operations'][Name], CallerOf<Served['operations'][Name], Caller>
  >
}
