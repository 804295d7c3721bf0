import type { IncomingMessage } from 'node:http'
import type { Attachment, Operation } from '@course-grading/contracts'
import { etagOf, matchesIfNoneMatch } from '../request/preconditions.ts'
import { headerLines } from '../request/raw-headers.ts'
import type { WireReply } from './send-reply.ts'

/** A reply of any operation, as handlers return them; a body that is text is JSON already. */
export interface AnyReply {
  readonly status: number
  readonly body?: unknown
  readonly attachment?: Attachment
  readonly revision?: number
  readonly etag?: string
  readonly isComparable?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** The reply as it is sent: 304 without a body where the contract lists that and the caller has the body already. */
export function wireReply(req: IncomingMessage, operation: Operation, reply: AnyReply): WireReply {
  const { status, attachment, revision, isComparable = true, headers = {} } = reply
  const etag = revision === undefined ? reply.etag : etagOf(revision)
  if (etag === undefined) return { status, json: jsonOf(reply), attachment, headers }
  const withTag = { ...headers, ETag: etag }
  const isKnown =
    isComparable &&
    operation.replies[304] !== undefined &&
    req.headers['if-none-match'] !== undefined &&
    matchesIfNoneMatch(headerLines(req, 'if-none-match'), etag)
  return isKnown ? { status: 304, headers: withTag } : { status, json: jsonOf(reply), attachment, headers: withTag }
}

/** The JSON text of a body. A body that is text is JSON already, as it was stored: no operation replies with a bare string. */
export function jsonOf({ body }: AnyReply): string | undefined {
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
}
