import type { IncomingMessage } from 'node:http'
import {
  type Boundary,
  type Credential,
  credentialOf,
  type Operation,
} from '@course-grading/contracts/operation/operation'
import Router, { type RouterContext, type RouterMiddleware } from '@koa/router'
import type { Context, Middleware, Next } from 'koa'
import { type BodySlots, createBodySlots } from '../request/body-slots.ts'
import type { AnyHandler, Call, Handlers, KnownCaller } from './handler.ts'
import { pageReader } from '../reply/page.ts'
import { readAssessmentRevision, requirePrecondition } from '../request/preconditions.ts'
import { bodyReader } from '../request/read-operation-body.ts'
import { pathReader, queryReader } from '../request/read-parameters.ts'
import { type CheckReply, replyCheck } from '../reply/reply-check.ts'
import { HttpError } from '../errors/http-error.ts'
import { createPersonSlots, type PersonLimits, type TakePersonSlot } from '../request/person-slots.ts'
import { recordOf, type RequestRecord } from './request-record.ts'
import { primed } from '../reply/stream-reply.ts'
import { createSemaphore, type Semaphore } from '@course-grading/concurrency'
import { type AnyReply, wireReply } from '../reply/wire-reply.ts'

export interface ServeOptions<Served extends Boundary, Caller extends KnownCaller, Subjects, Deps> {
  readonly boundary: Served
  readonly handlers: Handlers<Served, Caller, Subjects, Deps>
  readonly deps: Deps
  /** Finds the caller by the credential alone; null if that names no person. Not called for operations without a credential. */
  readonly authenticate: (request: Authentication) => Promise<Caller | null>
  /** Decides by the right and the subject in the contract; throws 403 and 404. The result becomes the handler's `subject`. */
  readonly authorize?: (request: Authorization<Caller>) => Promise<unknown>
  /** Runs the handler of a write, and records commits, so that a later loss of the database is reported with what was committed. */
  readonly recordCommits: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Called with every error of `authorize` and of a handler, before it becomes a reply. */
  readonly onFailure?: (error: unknown, request: Authorization<Caller>) => Promise<void>
  readonly checkReply: CheckReply
  /** Without these limits, one person may hold all requests that are at work. */
  readonly personLimits?: PersonLimits
}

export interface Authentication {
  /** The request as Node gives it, for header lines and peer; do not read its body. */
  readonly message: IncomingMessage
  readonly operation: Operation
  readonly credential: Credential
  readonly requestId: string
  readonly deadline: () => AbortSignal
}

/** A request whose caller is known. `body` is undefined unless the subject is `course_in_body`. */
export interface Authorization<Caller> {
  readonly operation: Operation
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly caller: Caller | null
  readonly requestId: string
  readonly deadline: () => AbortSignal
}

/**
 * Serves the operations of a contract. The checks run in this order: route and method; path, query and credential (the boundary says which
 * first); right (after the body, if that names the course); media type; precondition; body bytes; JSON text; schema.
 */
export function serveOperations<Served extends Boundary, Caller extends KnownCaller, Subjects, Deps>(
  options: ServeOptions<Served, Caller, Subjects, Deps>,
): Middleware {
  const shared: SharedSlots = {
    bodies: createBodySlots(),
    takePersonSlot: options.personLimits && createPersonSlots(options.personLimits),
  }
  const { prefix } = options.boundary
  // Grouped by the number of segments, since a router tries all of its routes: a hundred of them took a quarter of a short request.
  const routers = new Map<number, Router>()
  for (const [name, operation] of fixedPathsFirst(options.boundary)) {
    const serve = serveOperation(
      name,
      operation,
      options as unknown as ServeOptions<Boundary, Caller, object, unknown>,
      shared,
    )
    const router = routers.getOrInsertComputed(
      segmentsIn(prefix + operation.path),
      () => new Router({ prefix, strict: true, sensitive: true }),
    )
    router[operation.method](name, operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), serve)
  }
  const routes = new Map([...routers].map(([segments, router]) => [segments, router.routes() as unknown as Routes]))
  return (ctx, next) => routes.get(segmentsIn(ctx.path))?.(ctx, () => rejectOtherMethods(ctx, next)) ?? next()
}

/** A router takes the first route that fits; a letter sorts before the brace of a parameter. */
const fixedPathsFirst = ({ operations }: Boundary): [name: string, operation: Operation][] =>
  Object.entries(operations).toSorted(([, a], [, b]) => (a.path === b.path ? 0 : a.path < b.path ? -1 : 1))

type Routes = (ctx: Context, next: Next) => Promise<void>

const segmentsIn = (path: string): number => path.split('/').length

/** A path that has a route, but not of this method, is 405; any other path is passed on. */
function rejectOtherMethods(ctx: Context, next: Next): Promise<void> {
  const methods = (ctx as unknown as RouterContext).matched?.flatMap((layer) => layer.methods) ?? []
  if (methods.length === 0) return next()
  throw new HttpError('method_not_allowed', { headers: { Allow: [...new Set(methods)].toSorted().join(', ') } })
}

interface SharedSlots {
  readonly bodies: BodySlots<number>
  readonly takePersonSlot: TakePersonSlot | undefined
}

function serveOperation<Caller extends KnownCaller>(
  name: string,
  operation: Operation,
  options: ServeOptions<Boundary, Caller, object, unknown>,
  { bodies, takePersonSlot }: SharedSlots,
): RouterMiddleware {
  const { boundary, authenticate, authorize, onFailure } = options
  const credential = credentialOf(boundary, operation)
  const pathFirst = boundary.checksFirst === 'path'
  const readParams = parametersReader(name, operation, pathFirst)
  const bodyOf = bodyReader(operation)
  const handle = handling(name, operation, options)
  const together = operation.maxTogether === undefined ? undefined : createSemaphore({ slots: operation.maxTogether })
  const courseInBody = operation.subject === 'course_in_body'
  return async (ctx) => {
    const record = recordOf(ctx)
    record.operation = name
    const { requestId } = record
    const deadline = () => record.deadline(operation.upstreamLimitMs ?? operation.timeLimitMs)
    const early = pathFirst ? readParams(ctx, record) : undefined
    const caller =
      credential === 'none'
        ? null
        : await authenticate({ message: ctx.req, operation, credential, requestId, deadline })
    record.userId = caller?.userId
    if (caller !== null && takePersonSlot !== undefined) record.hold(await takePersonSlot(caller.userId))
    if (together !== undefined) record.hold(takeShared(together))
    const { page, ...parameters } = early ?? readParams(ctx, record)
    const authorization = { operation, ...parameters, caller, requestId, deadline }
    try {
      const found = courseInBody ? undefined : await authorize?.({ ...authorization, body: undefined })
      bodyOf?.requireMediaType(ctx)
      const expectedRevision = requirePrecondition(ctx.req, operation, parameters.query)
      const assessmentRevision = operation.assessmentRevision ? readAssessmentRevision(ctx.req) : null
      const bodyFrom = performance.now()
      const readBody = bodyOf === null ? undefined : () => bodyOf.read(ctx, caller?.userId)
      const body = (readBody && (await bodies.read(ctx.req, caller?.userId, readBody))) as undefined
      if (operation.csvBody) record.extend(performance.now() - bodyFrom)
      const subject = courseInBody ? await authorize?.({ ...authorization, body }) : found
      const call: Call<Operation, unknown, unknown> = {
        ...parameters,
        page,
        caller,
        requestId,
        isHead: ctx.method === 'HEAD',
        deadline,
        gone: () => record.gone(ctx.req.socket),
        subject,
        expectedRevision,
        assessmentRevision,
        body,
      }
      record.isHandled = true
      await handle(ctx, record, call)
    } catch (error) {
      await onFailure?.(error, { ...authorization, body: undefined })
      throw error
    }
  }
}

function handling<Caller extends KnownCaller>(
  name: string,
  operation: Operation,
  { handlers, deps, recordCommits, checkReply }: ServeOptions<Boundary, Caller, object, unknown>,
) {
  const handler = handlers[name] as unknown as AnyHandler
  const check = replyCheck(name, operation, checkReply)
  return async (ctx: Context, record: RequestRecord, call: Call<Operation, unknown, unknown>): Promise<void> => {
    const handle = (): Promise<AnyReply> => handler(call, deps)
    const reply = await (operation.method === 'get' ? handle() : recordCommits(handle))
    check?.(reply)
    const wire = wireReply(ctx.req, operation, reply)
    record.reply = wire.attachment ? { ...wire, attachment: await primed(wire.attachment) } : wire
    ctx.status = wire.status
  }
}

function parametersReader(name: string, operation: Operation, ignoresUnknown: boolean) {
  const readPath = pathReader(operation.params)
  // A frontend that misspells a parameter must learn of that. Parameters that scripts add to a public URL may be ignored.
  const readQuery = operation.query === undefined && ignoresUnknown ? undefined : queryReader(operation.query)
  const readPage = pageReader(name, operation)
  return (ctx: RouterContext, record: RequestRecord) => {
    const params = readPath(ctx.params)
    record.courseId = typeof params['courseId'] === 'number' ? params['courseId'] : undefined
    const query = readQuery?.(ctx.req.url ?? '') ?? {}
    return { params, query, page: (readPage?.(query) ?? null) as null }
  }
}

function takeShared(slots: Semaphore): () => void {
  if (!slots.tryAcquire()) throw new HttpError('overloaded', { retryAfterS: 1 })
  return () => slots.release()
}
