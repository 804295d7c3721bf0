import { DatabaseUnavailable } from '@course-grading/domain/errors/database-unavailable'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import Koa, { type Context, type Next } from 'koa'
import { connectionOf } from '../server/connections.ts'
import { errorFacts } from '../telemetry/error-facts.ts'
import { createHttpMetrics, type HttpMetrics } from '../telemetry/http-metrics.ts'
import { endWhenLate } from '../request/late-body.ts'
import { lingerAfterReply } from '../server/linger.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { createOverloadGate, type OverloadGate } from '../server/overload.ts'
import { type Problem, problemReply, type ProblemStyle } from '../reply/problem.ts'
import { singleHeader } from '../request/raw-headers.ts'
import { HttpError } from '../errors/http-error.ts'
import { requestIdOf } from '../request/request-id.ts'
import { createRequestRecord, keepRecord, recordOf, type RequestRecord } from './request-record.ts'
import { checkTarget } from '../request/request-target.ts'
import { sendReply, type WireReply } from '../reply/send-reply.ts'

/** A connection is kept if its unread body is at most this long: reading that costs less than a new connection. */
const shortBodyBytes = 65_536

/** Requests of one connection without a reply: real clients wait for replies, and one packet could start a thousand requests. */
const maxUnanswered = 16

interface AppOptions {
  readonly logger: Logger
  readonly metrics: Metrics
  readonly problems: ProblemStyle
  readonly operations: readonly string[]
  readonly headers?: (ctx: Context) => Readonly<Record<string, string>>
  /** Sets the body of a problem's reply; status and header lines are set already. By default the body is the JSON of `problems`. */
  readonly showProblem?: (ctx: Context, problem: Problem) => void
}

interface RequestDeps {
  readonly logger: Logger
  readonly metrics: HttpMetrics
  readonly problems: ProblemStyle
  readonly overload: OverloadGate
  readonly headers: AppOptions['headers']
  readonly showProblem: AppOptions['showProblem']
}

/** Around each operation: an id, one log line, metrics, problems, the limit of work, checks of target and `Host`. Routes come last. Only for `listen`. */
export function createApp({ logger, metrics, problems, operations, headers, showProblem }: AppOptions): Koa {
  const overload = createOverloadGate()
  const httpMetrics = createHttpMetrics(metrics, { operations, inFlight: () => overload.inFlight })
  const deps: RequestDeps = { logger, problems, overload, metrics: httpMetrics, headers, showProblem }
  const app = new Koa()
  app.silent = true
  app.on('error', (error: unknown, ctx: Context) => logError(error, ctx, logger))
  app.use((ctx, next) => recordRequest(ctx, next, deps))
  app.use((ctx, next) => catchProblem(ctx, next, deps))
  app.use((ctx, next) => admit(ctx, next, deps))
  app.use(checkMessage)
  return app
}

async function recordRequest(ctx: Context, next: Next, deps: RequestDeps): Promise<void> {
  const record = createRequestRecord(requestIdOf(ctx.req), performance.now())
  keepRecord(ctx, record)
  endWhenLate(ctx.req)
  if (deps.headers) ctx.set({ ...commonHeaders(record), ...deps.headers(ctx) })
  ctx.res.on('close', () => {
    record.end(ctx.res.writableFinished)
    finishRequest(ctx, deps)
  })
  try {
    await next()
    const sending = send(ctx, record)
    if (sending !== undefined) await sending
  } finally {
    // The slots are given back when the work ends, which may be after the client has left, and before it has read the reply.
    record.release()
  }
}

/** A page, which Koa sends itself, needs the header lines that `sendReply` gives the reply of an operation. */
const commonHeaders = ({ requestId }: RequestRecord) => ({
  'X-Request-ID': requestId,
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
})

function send(ctx: Context, { requestId, reply }: RequestRecord): Promise<void> | undefined {
  const closeConnection = leavesBodyUnread(ctx)
  if (closeConnection) lingerAfterReply(ctx.req)
  if (reply === undefined) {
    if (closeConnection) ctx.set('Connection', 'close')
    return undefined
  }
  ctx.respond = false
  return sendReply(ctx, requestId, reply, closeConnection)
}

async function catchProblem(ctx: Context, next: Next, deps: RequestDeps): Promise<void> {
  try {
    await next()
    if (recordOf(ctx).reply === undefined && ctx.body === undefined) throw new HttpError('not_found')
  } catch (error) {
    if (isTooLarge(error)) deps.metrics.bodyRejected()
    const { reply, problem } = replyOf(error, ctx, deps)
    ctx.status = reply.status
    if (deps.showProblem === undefined) {
      recordOf(ctx).reply = reply
      return
    }
    ctx.set(reply.headers)
    deps.showProblem(ctx, problem)
  }
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof HttpError &&
  (error.code === 'payload_too_large' || error.issues.some(({ path, code }) => path === '$' && code === 'too_large'))

function admit(ctx: Context, next: Next, { overload, metrics }: RequestDeps): Promise<void> {
  if (connectionOf(ctx.req.socket).replies.length > maxUnanswered || !overload.admit()) {
    metrics.overloaded()
    throw new HttpError('overloaded', { retryAfterS: 1 })
  }
  recordOf(ctx).hold(() => overload.release())
  return next()
}

function checkMessage(ctx: Context, next: Next): Promise<void> {
  const verdict = checkTarget(ctx.req.url ?? '')
  if (verdict === 'no_route') throw new HttpError('not_found')
  if (verdict === 'bad_request') throw badRequest('$.target', 'The request target must be an absolute path.')
  if (singleHeader(ctx.req, 'host').kind === 'many')
    throw badRequest('$.headers.Host', 'There must be one Host header.')
  // Node's parser accepts any coding before `chunked`, and would pass the encoded bytes as the body.
  if ((ctx.req.headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') {
    throw badRequest('$.headers.Transfer-Encoding', 'The only transfer coding is chunked.')
  }
  return next()
}

function badRequest(path: string, message: string): HttpError {
  return new HttpError('validation_failed', {
    issues: [{ path, code: 'invalid_format', message }],
    closeConnection: true,
  })
}

/** The status of every rejection of a known caller who may know that the thing exists, whatever code the boundary gives it. */
const forbiddenStatus = 403

function replyOf(
  thrown: unknown,
  ctx: Context,
  { logger, problems }: RequestDeps,
): { readonly reply: WireReply; readonly problem: Problem } {
  const record = recordOf(ctx)
  const error = thrown instanceof DatabaseUnavailable ? databaseLost(thrown, record, logger) : thrown
  const { problem, unforeseen, status, headers, body } = problemReply(error, problems, record.requestId)
  const { code } = problem
  record.code = code
  const { requestId, operation, userId, courseId } = record
  if (unforeseen && !(thrown instanceof DatabaseUnavailable)) ctx.app.emit('error', error, ctx)
  if (status === forbiddenStatus || (error instanceof DomainError && error.isHidden))
    logger.warn('access refused', { event: 'access_refused', code, requestId, operation, userId, courseId })
  return { reply: { status, headers, json: body }, problem }
}

/** A request by which nothing was committed may be sent again (`overloaded`); otherwise only a read shows what was committed. */
function databaseLost(
  error: DatabaseUnavailable,
  record: RequestRecord,
  logger: Logger,
): HttpError | DatabaseUnavailable {
  const { requestId, operation } = record
  const nothingCommitted = error.nothingCommitted || !record.isHandled
  logger[nothingCommitted ? 'warn' : 'error']('database lost', {
    event: 'database_lost',
    outcome: nothingCommitted ? 'nothing_committed' : 'commit_unknown',
    requestId,
    operation,
    ...errorFacts(error),
  })
  return nothingCommitted ? new HttpError('overloaded', { retryAfterS: 1 }) : error
}

/** A reply that has begun is cut, so that the client notices. If it was destroyed before, the client left, which stopped the work. */
function logError(error: unknown, ctx: Context, logger: Logger): void {
  const { res, req } = ctx
  if (error === req.socket.errored) return // Koa reports that the client has left
  const { requestId, operation } = recordOf(ctx)
  if (!res.headersSent) return logger.error('unforeseen error', { requestId, operation, ...errorFacts(error) })
  logger[res.destroyed ? 'info' : 'error']('reply cut', { requestId, ...errorFacts(error) })
  res.destroy()
}

/** Node would read an unread body before the next request, which only a short one is worth; else the connection must be closed. */
function leavesBodyUnread(ctx: Context): boolean {
  const { req } = ctx
  const isReading = ctx.method === 'GET' || ctx.method === 'HEAD'
  // A GET or HEAD with a body is wrong, also when its body has already arrived.
  if ((req.complete || req.readableEnded) && !isReading) return false
  const announcedBytes = Number(req.headers['content-length'] ?? 0)
  const isShort = req.headers['transfer-encoding'] === undefined && announcedBytes <= shortBodyBytes
  return !isShort || (announcedBytes > 0 && isReading)
}

function finishRequest(ctx: Context, deps: RequestDeps): void {
  const record = recordOf(ctx)
  // 499: the client left before the reply.
  const status = ctx.res.writableFinished ? ctx.res.statusCode : 499
  const durationMs = performance.now() - record.startedAt
  deps.metrics.finished(record.operation, ctx.method, status, durationMs / 1000)
  deps.logger.info('request', {
    requestId: record.requestId,
    operation: record.operation,
    method: ctx.method,
    status,
    durationMs: Math.round(durationMs * 1000) / 1000,
    userId: record.userId,
    courseId: record.courseId,
    code: record.code,
  })
}
