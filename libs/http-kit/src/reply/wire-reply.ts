import type { IncomingMessage } from 'node:http'
import type { Operation } from '@course-grading/contracts/operation/operation'
import { type Attachment, isJsonBytes, type JsonBytes } from '@course-grading/contracts/operation/reply'
import { etagOf, matchesIfNoneMatch } from '../request/preconditions.ts'
import { headerLines } from '../request/raw-headers.ts'
import type { WireReply } from './send-reply.ts'

export interface AnyReply {
  readonly status: number
  readonly body?: unknown
  readonly attachment?: Attachment
  readonly revision?: number
  readonly etag?: string
  readonly isComparable?: boolean
  readonly assessmentRevision?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** 304 without a body if the contract lists that, and the caller already has the body. */
export function wireReply(req: IncomingMessage, operation: Operation, reply: AnyReply): WireReply {
  const { status, attachment, revision, isComparable = true, assessmentRevision } = reply
  const headers =
    assessmentRevision === undefined
      ? (reply.headers ?? {})
      : { ...reply.headers, 'X-Assessment-Revision': String(assessmentRevision) }
  const isUnlimited = operation.replies[status]?.isUnlimited
  const etag = revision === undefined ? reply.etag : etagOf(revision)
  if (etag === undefined) return { status, json: jsonOf(reply), attachment, isUnlimited, headers }
  const withTag = { ...headers, ETag: etag }
  const isKnown =
    isComparable &&
    operation.replies[304] !== undefined &&
    req.headers['if-none-match'] !== undefined &&
    matchesIfNoneMatch(headerLines(req, 'if-none-match'), etag)
  return isKnown
    ? { status: 304, headers: withTag }
    : { status, json: jsonOf(reply), attachment, isUnlimited, headers: withTag }
}

/** Text and JSON bytes are JSON already, since no operation replies with a bare string. */
function jsonOf({ body }: AnyReply): string | JsonBytes<unknown> | undefined {
  return body === undefined || typeof body === 'string' || isJsonBytes(body) ? body : JSON.stringify(body)
}
