import type { IncomingMessage } from 'node:http'
import { maxId, type Boundary, type Operation } from '@course-grading/contracts'
import { type Issue, jsonPath, readJson } from '@course-grading/domain'
import Router from '@koa/router'
import type { Context, Middleware } from 'koa'
import type { TObject, TSchema } from 'typebox'
import type { Admission, Answer, Handlers, OperationHandler } from './handler.ts'
import { requireJsonMediaType } from './media-type.ts'
import { matchesIfNoneMatch, requireIfMatch } from './preconditions.ts'
import { headerLines } from './raw-headers.ts'
import { readBody } from './read-body.ts'
import { Refusal } from './refusal.ts'
import { recordOf } from './request-record.ts'
import { parseId } from './request-target.ts'
import type { WireAnswer } from './send-answer.ts'
import { compileValidator, type Validator } from './validate.ts'

export interface ServeOptions<Served extends Boundary, Caller extends KnownCaller> {
  readonly boundary: Served
  readonly handlers: Handlers<Served, Caller>
  /** Who calls, from the credential alone; throws what the boundary answers to a bad one. Not asked where none is needed. */
  readonly authenticate: (request: Authentication) => Promise<Caller>
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
 * before passed: route and method, path parameters, credential, what the operation itself admits, media type,
 * precondition, body bytes, JSON text, schema. Nothing of the body is read before its step.
 */
export function serveOperations<Served extends Boundary, Caller extends KnownCaller>(options: ServeOptions<Served, Caller>): Middleware {
  const router = new Router({ prefix: options.boundary.prefix, strict: true, sensitive: true })
  for (const [name, operation] of Object.entries<Operation>(options.boundary.operations)) {
    const handler = options.handlers[name] as OperationHandler<Operation, unknown>
    router[operation.method](operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), serveOperation(name, operation, handler, options))
  }
  const routes = router.routes() as Middleware
  return async (ctx, next) => {
    await routes(ctx, next)
    if (recordOf(ctx).operation === unmatched) throw noRoute(router, ctx)
  }
}

export const unmatched = 'unmatched'

function serveOperation<Caller extends KnownCaller>(
  name: string, operation: Operation, handler: OperationHandler<Operation, unknown>, options: ServeOptions<Boundary, Caller>,
): (ctx: Context & { params: Record<string, string> }) => Promise<void> {
  const readParams = paramsReader(operation.params)
  const validateBody = operation.body === undefined ? undefined : compileValidator(operation.body)
  const checkAnswer = options.checkAnswers ? answerChecker(name, operation) : () => {}
  return async (ctx) => {
    const record = recordOf(ctx)
    record.operation = name
    const params = readParams(ctx.params)
    record.courseId = typeof params['courseId'] === 'number' ? params['courseId'] : undefined
    const { requestId } = record
    const deadline = () => record.deadline(operation.upstreamLimitMs ?? operation.timeLimitMs)
    const caller = operation.credential === 'none' ? null : await options.authenticate({ message: ctx.req, operation, requestId, deadline })
    record.userId = caller?.userId
    const admission: Admission<Operation, unknown> = { params, caller, requestId, deadline }
    const resource = await handler.admit(admission)
    if (validateBody) requireJsonMediaType(ctx.req)
    const expectedRevision = operation.ifMatch ? requireIfMatch(ctx.req) : 0
    const body = validateBody && await readJsonBody(ctx, validateBody)
    const answer = await handler.handle({ ...admission, resource, expectedRevision, body })
    checkAnswer(answer)
    record.answer = wireAnswer(ctx.req, operation, answer)
  }
}

/** Path parameters by their schemas, looked up once: integers are upstream ids, everything else is text. */
function paramsReader(schema: TObject | undefined): (given: Readonly<Record<string, string>>) => Record<string, never> {
  const kinds = Object.entries<TSchema & { type?: string }>(schema?.properties ?? {}).map(([name, { type }]) => [name, type] as const)
  return (given) => {
    const params: Record<string, unknown> = {}
    const issues: Issue[] = []
    for (const [name, type] of kinds) {
      const value = type === 'integer' ? parseId(given[name] ?? '') : given[name]
      if (value === null) issues.push({ path: jsonPath([name]), code: 'invalid_format', message: `Must be a decimal integer from 1 to ${maxId}.` })
      params[name] = value
    }
    if (issues.length > 0) throw new Refusal('validation_failed', { issues })
    return params as Record<string, never>
  }
}

async function readJsonBody(ctx: Context, validate: Validator): Promise<unknown> {
  const reading = readJson(await readBody(ctx))
  const issues = reading.ok ? validate(reading.value) : [reading.issue]
  if (!reading.ok || issues.length > 0) throw new Refusal('validation_failed', { issues })
  return reading.value
}

/** The answer on the wire: 304 without a body when a read's caller has it already. */
function wireAnswer(req: IncomingMessage, operation: Operation, { status, json, etag, headers = {} }: Answer): WireAnswer {
  if (etag === undefined) return { status, json, headers }
  const isKnown = operation.method === 'get' && req.headers['if-none-match'] !== undefined
    && matchesIfNoneMatch(headerLines(req, 'if-none-match'), etag)
  return isKnown ? { status: 304, headers: { ...headers, ETag: etag } } : { status, json, headers: { ...headers, ETag: etag } }
}

/** A reply that the contract does not know is our fault: it must fail where somebody looks. */
function answerChecker(name: string, operation: Operation): (answer: Answer) => void {
  const validators = new Map(Object.entries(operation.replies).map(([status, { schema }]) => [Number(status), schema && compileValidator(schema)]))
  return (answer) => {
    if (!validators.has(answer.status)) throw new TypeError(`${name} answered ${answer.status}, which its contract does not list`)
    const issues = validators.get(answer.status)?.(JSON.parse(answer.json)) ?? []
    if (issues.length > 0) throw new TypeError(`${name} answered against its contract at ${issues.map(({ path }) => path).join(', ')}`)
  }
}

function noRoute(router: Router, ctx: Context): Refusal {
  const methods = router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods)
  if (methods.length === 0) return new Refusal('not_found')
  return new Refusal('method_not_allowed', { headers: { Allow: [...new Set(methods)].toSorted().join(', ') } })
}
