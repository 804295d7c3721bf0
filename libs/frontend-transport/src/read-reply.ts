import type { ReplySpec } from '@course-grading/contracts/operation/operation'
import type { Readable } from 'node:stream'
import {
  announcesBody,
  hasKnownEnd,
  isOfType,
  keptHeaders,
  one,
  wholeNumber,
  type KeptHeaders,
} from './reply-headers.ts'
import type { WireReply } from './client.ts'
import { brokenOff, failureOf, type Exchange, type FailureOf } from './exchange.ts'
import { readJson } from './read-json.ts'
import { readProblem } from './read-problem.ts'
import { streamBody } from './stream-body.ts'
import type { FrontendTransportError } from './transport-error.ts'

const jsonLimitBytes = 2 * 1024 * 1024
const largerJson: Readonly<Record<string, number>> = { getSubmissionContent: 25 * 1024 * 1024 }
const problemLimitBytes = 4096

export interface ReadReply {
  readonly status: number
  readonly etag: string | undefined
  readonly assessmentRevision: number | undefined
  readonly requestId: string
  readonly body: unknown
  readonly contentType?: string
  readonly contentDisposition?: string | undefined
  readonly contentLength?: number | undefined
  readonly contentRange?: string | undefined
}

/** Closes the connection of a reply that the contract does not have. @throws FrontendTransportError */
export async function readReply(exchange: Exchange, wire: WireReply): Promise<ReadReply> {
  const { body } = wire
  body.on('error', () => {}) // a body that is closed unread emits an error, for which nothing else listens
  const head = keptHeaders(wire.headers)
  try {
    return await read(exchange, wire, head)
  } catch (error) {
    body.destroy()
    throw brokenOff(exchange, error, { ...knownOf(head), status: wire.statusCode })
  }
}

async function read(exchange: Exchange, wire: WireReply, head: KeptHeaders): Promise<ReadReply> {
  const { statusCode: status, headers } = wire
  const fail = (failure: FailureOf): FrontendTransportError =>
    failureOf(exchange, { ...knownOf(head), status, ...failure })
  if (status >= 400) throw fail(await problemFailure(wire))
  if (status >= 300 && status !== 304) throw fail({ kind: 'redirected' })
  const reply = exchange.operation.replies[status]
  const isAsked = status !== 304 || exchange.conditional
  if (reply === undefined || !isAsked || (reply.etag && head.etag === undefined)) throw fail({ kind: 'malformed' })
  const common = {
    status,
    etag: head.etag,
    assessmentRevision: head.assessmentRevision,
    requestId: head.requestId ?? exchange.requestId,
  }
  if (reply.mediaType !== undefined) return { ...common, ...streamOf(exchange, wire, reply, fail) }
  if (reply.schema === undefined) {
    if (status !== 304 && announcesBody(headers)) throw fail({ kind: 'malformed' })
    await wire.body.dump()
    return { ...common, body: undefined }
  }
  const json = await readJson(wire, largerJson[exchange.id] ?? jsonLimitBytes)
  if (!json.ok) throw fail({ kind: json.kind })
  if (!hasShape(json.value, reply.schema)) throw fail({ kind: 'malformed' })
  return { ...common, body: json.value }
}

function knownOf({ requestId, etag, assessmentRevision, retryAfterS }: KeptHeaders): FailureOf {
  return {
    ...(requestId !== undefined && { requestId }),
    ...(etag !== undefined && { etag }),
    ...(assessmentRevision !== undefined && { assessmentRevision }),
    ...(retryAfterS !== undefined && { retryAfterS }),
  }
}

async function problemFailure(wire: WireReply): Promise<FailureOf> {
  const json = await readJson(wire, problemLimitBytes)
  if (!json.ok) return { kind: json.kind }
  return readProblem(json.value) ?? { kind: 'malformed' }
}

/** Checks only that the required members are there: the service's tests ensure that the values fit the contract. */
function hasShape(
  value: unknown,
  schema: NonNullable<ReplySpec['schema']> & { readonly type?: unknown; readonly required?: unknown },
): boolean {
  if (schema.type === 'array') return Array.isArray(value)
  if (schema.type !== 'object') return true
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
  return required.every((name) => Object.hasOwn(value, String(name)))
}

interface StreamParts {
  readonly body: Readable
  readonly contentType: string
  readonly contentDisposition: string | undefined
  readonly contentLength: number | undefined
  readonly contentRange: string | undefined
}

function streamOf(
  exchange: Exchange,
  { headers, body, statusCode: status }: WireReply,
  { mediaType = '', isUnlimited }: ReplySpec,
  fail: (failure: FailureOf) => FrontendTransportError,
): StreamParts {
  if (!isOfType(headers, mediaType) || !hasKnownEnd(headers)) throw fail({ kind: 'malformed' })
  const { deadline, streamLimitMs } = exchange
  deadline.extend(isUnlimited ? null : streamLimitMs)
  return {
    body: streamBody(body, deadline, (error) => brokenOff(exchange, error, { status })),
    contentType: one(headers, 'content-type') ?? mediaType,
    contentDisposition: one(headers, 'content-disposition'),
    contentLength: wholeNumber(one(headers, 'content-length')),
    contentRange: one(headers, 'content-range'),
  }
}
