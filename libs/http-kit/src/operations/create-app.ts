import type { RequestListener } from 'node:http'
import { DatabaseUnavailable, DomainError } from '@course-grading/domain/errors'
import Koa, { type Context } from 'koa'
import { connectionOf } from '../server/connections.ts'
import { errorFacts } from '../telemetry/error-facts.ts'
import { createHttpMetrics, type HttpMetrics } from '../telemetry/http-metrics.ts'
import { endWhenLate } from '../request/late-body.ts'
import { lingerAfterReply } from '../server/linger.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { createOverloadGate, type OverloadGate } from '../server/overload.ts'
import { problemReply, type ProblemStyle } from '../reply/problem.ts'
import { singleHeader } from '../request/raw-headers.ts'
import { HttpError } from '../http-error.ts'
import { requestIdOf } from '../request/request-id.ts'
import { createRequestRecord, keepRecord, recordOf, type RequestRecord } from './request-record.ts'
import { checkTarget } from '../request/request-target.ts'
import { sendReply, type WireReply } from '../reply/send-reply.ts'

/** Max bytes of an unread body whose connection is kept, because reading them costs less than a new connection. */
const shortBodyBytes = 65_536

/**
 * Requests that one connection may send ahead of their replies, which HTTP/1.1 allows. Every client in use waits for each reply.
 * Without a limit, a client that does not wait could start a thousand requests with a single packet.
 */
const maxUnanswered = 16

interface AppOptions {
  readonly logger: Logger
  readonly metrics: Metrics
  readonly problems: ProblemStyle
  /** Names of the operations behind the routes, which the metrics distinguish. */
  readonly operations: readonly string[]
  /** The routes of the boundary; without any, everything is 404. */
  readonly routes?: (ctx: Context) => Promise<void>
}

/** What each request needs while it is processed. */
interface RequestDeps {
  readonly logger: Logger
  readonly metrics: HttpMetrics
  readonly problems: ProblemStyle
  readonly overload: OverloadGate
}

/**
 * Processes every request. It gets an id and a clock; it is rejected at once when there is too much work; its target and `Host` are
 * checked; then the routes run. An error becomes the boundary's own error body. There is one log line and one observation after the
 * reply. Only for a server of `listen`, which follows its connections.
 */
export function createApp({ logger, metrics, problems, operations, routes }: AppOptions): RequestListener {
  const overload = createOverloadGate()
  const deps: RequestDeps = {
    logger,
    problems,
    overload,
    metrics: createHttpMetrics(metrics, { operations, inFlight: () => overload.inFlight }),
  }
  const app = new Koa()
  const route =
    routes ??
    (() => {
      throw new HttpError('not_found')
    })
  // Koa makes the context that the router and the body parser need. Its own processing of each reply (listeners on the response and
  // the socket, headers set again, error messages shown) is not used.
  return (request, response) => {
    const ctx = app.createContext(request, response)
    processRequest(ctx, route, deps).catch((error: unknown) => cutReply(ctx, error, deps))
  }
}

async function processRequest(ctx: Context, route: (ctx: Context) => Promise<void>, deps: RequestDeps): Promise<void> {
  const record = createRequestRecord(requestIdOf(ctx.req), performance.now())
  keepRecord(ctx, record)
  endWhenLate(ctx.req)
  ctx.res.on('close', () => {
    record.end(ctx.res.writableFinished)
    finishRequest(ctx, deps)
  })
  const admitted = connectionOf(ctx.req.socket).replies.length <= maxUnanswered && deps.overload.admit()
  try {
    try {
      if (!admitted) throw overloaded(deps)
      checkMessage(ctx)
      await route(ctx)
    } catch (error) {
      record.reply = replyOf(error, record, deps)
    }
    await send(ctx, record)
  } finally {
    // The slots are freed when the work ends, which may be after the client has left, and before the client has read the reply.
    record.release()
    if (admitted) deps.overload.release()
  }
}

function overloaded({ metrics }: RequestDeps): HttpError {
  metrics.overloaded()
  return new HttpError('overloaded', { retryAfterS: 1 })
}

function send(ctx: Context, record: RequestRecord): Promise<void> | undefined {
  if (record.reply === undefined) throw new TypeError('a request came to its end without a reply')
  const closeConnection = leavesBodyUnread(ctx)
  if (closeConnection) lingerAfterReply(ctx.req)
  return sendReply(ctx, record.requestId, record.reply, closeConnection)
}

function checkMessage(ctx: Context): void {
  const verdict = checkTarget(ctx.req.url ?? '')
  if (verdict === 'no_route') throw new HttpError('not_found')
  if (verdict === 'bad_request') throw badRequest('$.target', 'The request target must be an absolute path.')
  if (singleHeader(ctx.req, 'host').kind === 'many')
    throw badRequest('$.headers.Host', 'There must be one Host header.')
  // Node's parser accepts any coding before `chunked`, and would give the encoded bytes as the body.
  if ((ctx.req.headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') {
    throw badRequest('$.headers.Transfer-Encoding', 'The only transfer coding is chunked.')
  }
}

function badRequest(path: string, message: string): HttpError {
  return new HttpError('validation_failed', {
    issues: [{ path, code: 'invalid_format', message }],
    closeConnection: true,
  })
}

/** The status of every rejection of a known caller who may know of the thing, whatever code the boundary has for it. */
const forbiddenStatus = 403

function replyOf(thrown: unknown, record: RequestRecord, { logger, problems }: RequestDeps): WireReply {
  const error = thrown instanceof DatabaseUnavailable ? databaseLost(thrown, record, logger) : thrown
  const { code, unforeseen, status, headers, body } = problemReply(error, problems, record.requestId)
  record.code = code
  const { requestId, operation, userId, courseId } = record
  if (unforeseen && !(thrown instanceof DatabaseUnavailable))
    logger.error('unforeseen error', { requestId, operation, ...errorFacts(error) })
  if (status === forbiddenStatus || (error instanceof DomainError && error.isHidden))
    logger.warn('access refused', { event: 'access_refused', code, requestId, operation, userId, courseId })
  return { status, headers, json: body }
}

/** The request may be sent again if surely nothing was committed; otherwise only a read can show what was. */
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
    sqlstate: error.sqlState ?? undefined,
  })
  return nothingCommitted ? new HttpError('overloaded', { retryAfterS: 1 }) : error
}

/**
 * Handles a reply that cannot be written: the client must notice that it is cut. If the response had begun and was already destroyed,
 * the client had left. Then the error only comes from the work that was stopped because of that, and is logged as `info`.
 */
function cutReply(ctx: Context, error: unknown, { logger }: RequestDeps): void {
  const { res } = ctx
  const level = res.destroyed && res.headersSent ? 'info' : 'error'
  logger[level]('reply cut', { requestId: recordOf(ctx).requestId, ...errorFacts(error) })
  res.destroy()
}

/**
 * Whether the connection must end because of its request's body: either nobody read it and it is not short, or the request should
 * not have one. Node would otherwise read all of it before the next request. The client receives the reply first.
 */
function leavesBodyUnread(ctx: Context): boolean {
  const { req } = ctx
  const isReading = ctx.method === 'GET' || ctx.method === 'HEAD'
  // A body that arrived together with its GET is as wrong as one that is still arriving.
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
  if (status === 413) deps.metrics.bodyRejected()
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
