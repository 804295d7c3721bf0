import type { IncomingMessage } from 'node:http'
import type { Boundary, Operation } from '@course-grading/contracts'
import Router from '@koa/router'
import type { Context, Middleware } from 'koa'
import { type BodiesUnderWay, createBodiesUnderWay } from './bodies-under-way.ts'
import type { Admission, Answer, Handlers, OperationHandler } from './handler.ts'
import { matchesIfNoneMatch, requireIfMatch } from './preconditions.ts'
import { headerLines } from './raw-headers.ts'
import { bodyReader } from './read-operation-body.ts'
import { pathReader, queryReader } from './read-parameters.ts'
import { pathOf } from './request-target.ts'
import { Refusal } from './refusal.ts'
import { recordOf } from './request-record.ts'
import type { WireAnswer } from './send-answer.ts'
import { primed } from './stream-answer.ts'
import { compileValidator } from './validate.ts'

export interface ServeOptions<Served extends Boundary, Caller extends KnownCaller> {
  readonly boundary: Served
  readonly handlers: Handlers<Served, Caller>
  /**
   * Who calls, from the credential alone: null where that names no person. Throws what the boundary answers to a bad one.
   * Not asked where none is needed.
   */
  readonly authenticate: (request: Authentication) => Promise<Caller | null>
  /** Answers are checked against the contract before they leave: in development and tests. */
  readonly checkAnswers: boolean
}

/** Whoever calls, the log line names the user. */
export interface KnownCaller {
  readonly userId: number
}

export interface Authentication {
  /** The request as Node gives it: header lines and the peer; its body is not to be touched. */
  readonly message: IncomingMessage
  readonly operation: Operation
  readonly requestId: string
  readonly deadline: () => AbortSignal
}

/**
 * Routes of a boundary, computed from its contract. Each request is checked in one order, each step only when the ones
 * before passed: route and method, parameters and credential (which of them first, the boundary says), what the operation
 * itself admits, media type, precondition, body bytes, JSON text, schema. Nothing of the body is read before its step.
 */
export function serveOperations<Served extends Boundary, Caller extends KnownCaller>(options: ServeOptions<Served, Caller>): (ctx: Context) => Promise<void> {
  const bodies = createBodiesUnderWay()
  const router = new Router({ prefix: options.boundary.prefix, strict: true, sensitive: true })
  const served = new Map<string, ServedOperation>()
  for (const [name, operation] of Object.entries<Operation>(options.boundary.operations)) {
    const handler = options.handlers[name] as OperationHandler<Operation, unknown>
    router[operation.method](name, operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), nothingMore)
    served.set(name, serveOperation(name, operation, handler, options, bodies))
  }
  // The router only finds the route: see docs/decisions/koa-router-as-a-table.md.
  return async (ctx) => {
    const path = pathOf(ctx.req.url ?? '')
    const { pathAndMethod: [layer], path: layers } = router.match(path, ctx.method)
    const serve = served.get(layer?.name ?? '')
    if (layer === undefined || serve === undefined) throw noRoute(layers.flatMap(({ methods }) => methods))
    await serve(ctx, layer.params(path, layer.captures(path)))
  }
}

const nothingMore: Middleware = () => undefined

type ServedOperation = (ctx: Context, params: Readonly<Record<string, string>>) => Promise<void>

function serveOperation<Caller extends KnownCaller>(
  name: string, operation: Operation, handler: OperationHandler<Operation, unknown>, options: ServeOptions<Boundary, Caller>, bodies: BodiesUnderWay,
): ServedOperation {
  const readPath = pathReader(operation.params)
  // A frontend that misspells a parameter must be told; what scripts add to a public URL may stay unread.
  const readQuery = operation.query === undefined && options.boundary.checksFirst === 'path' ? undefined : queryReader(operation.query)
  const bodyOf = bodyReader(operation)
  const checkAnswer = options.checkAnswers ? answerChecker(name, operation) : () => {}
  const pathFirst = options.boundary.checksFirst === 'path'
  return async (ctx, pathTexts) => {
    const record = recordOf(ctx)
    record.operation = name
    const { requestId } = record
    const deadline = () => record.deadline(operation.upstreamLimitMs ?? operation.timeLimitMs)
    const readParams = () => {
      const params = readPath(pathTexts)
      record.courseId = typeof params['courseId'] === 'number' ? params['courseId'] : undefined
      return { params, query: readQuery?.(ctx.req.url ?? '') ?? {} }
    }
    const early = pathFirst ? readParams() : undefined
    const caller = operation.credential === 'none' ? null : await options.authenticate({ message: ctx.req, operation, requestId, deadline })
    record.userId = caller?.userId
    const admission: Admission<Operation, unknown> = { ...(early ?? readParams()), caller, requestId, deadline }
    const resource = await handler.admit(admission)
    bodyOf?.requireMediaType(ctx)
    const expectedRevision = operation.ifMatch ? requireIfMatch(ctx.req) : 0
    const bodyFrom = performance.now()
    const body = (bodyOf ? await bodies.read(ctx.req, caller?.userId, () => bodyOf.read(ctx)) : undefined) as undefined
    if (operation.csvBody) record.extend(performance.now() - bodyFrom)
    const answer = await handler.handle({ ...admission, resource, expectedRevision, body })
    checkAnswer(answer)
    const wire = wireAnswer(ctx.req, operation, answer)
    record.answer = wire.attachment ? { ...wire, attachment: await primed(wire.attachment) } : wire
  }
}

/** The answer on the wire: 304 without a body when a read's caller has it already. */
function wireAnswer(req: IncomingMessage, operation: Operation, answer: Answer): WireAnswer {
  const { status, json, attachment, etag, headers = {} } = answer
  if (etag === undefined) return { status, json, attachment, headers }
  const isKnown = operation.method === 'get' && req.headers['if-none-match'] !== undefined
    && matchesIfNoneMatch(headerLines(req, 'if-none-match'), etag)
  return isKnown ? { status: 304, headers: { ...headers, ETag: etag } } : { status, json, attachment, headers: { ...headers, ETag: etag } }
}

/** A reply that the contract does not know is our fault: it must fail where somebody looks. */
function answerChecker(name: string, operation: Operation): (answer: Answer) => void {
  const replies = new Map(Object.entries(operation.replies).map(([status, { schema, mediaType }]) => [
    Number(status), { mediaType, validate: schema && compileValidator(schema) },
  ]))
  return ({ status, json, attachment }) => {
    const reply = replies.get(status)
    if (reply === undefined) throw new TypeError(`${name} answered ${status}, which its contract does not list`)
    const hasBodyAsListed = (json !== undefined) === (reply.validate !== undefined) && attachment?.mediaType === reply.mediaType
    if (!hasBodyAsListed) throw new TypeError(`${name} answered ${status} with another kind of body than its contract lists`)
    const issues = json === undefined ? [] : reply.validate?.(JSON.parse(json)) ?? []
    if (issues.length > 0) throw new TypeError(`${name} answered against its contract at ${issues.map(({ path }) => path).join(', ')}`)
  }
}

function noRoute(methods: readonly string[]): Refusal {
  if (methods.length === 0) return new Refusal('not_found')
  return new Refusal('method_not_allowed', { headers: { Allow: [...new Set(methods)].toSorted().join(', ') } })
}
