import type { Attachment } from '@course-grading/contracts'
import type { Context } from 'koa'
import { streamPieces } from './stream-reply.ts'

/** What is sent, besides the headers that every reply carries. */
export interface WireReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** A JSON text. A reply with neither this nor an attachment has no body, e.g. a 304. */
  readonly json?: string | undefined
  readonly attachment?: Attachment | undefined
}

const streamLimits = { stallMs: 10_000, wholeMs: 300_000 }

/**
 * Writes a reply. It does not use Koa's own way of replying, which sets each header again and costs a quarter of a read's CPU.
 * Every reply of a service is written here. A `Cache-Control` of the reply's own replaces `no-store`. Only a stream is waited for;
 * it rejects when the reply must be cut.
 */
export function sendReply(
  ctx: Context,
  requestId: string,
  reply: WireReply,
  closeConnection: boolean,
): Promise<void> | undefined {
  const { res } = ctx
  const headers = ['X-Request-ID', requestId, 'X-Content-Type-Options', 'nosniff']
  if (!('Cache-Control' in reply.headers)) headers.push('Cache-Control', 'no-store')
  for (const [name, value] of Object.entries(reply.headers)) headers.push(name, value)
  if (closeConnection && !('Connection' in reply.headers)) headers.push('Connection', 'close')
  if (reply.attachment !== undefined) return sendAttachment(ctx, reply.status, headers, reply.attachment)
  if (reply.json === undefined) {
    res.writeHead(reply.status, headers).end()
    return undefined
  }
  headers.push(
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(reply.json)),
  )
  res.writeHead(reply.status, headers)
  res.end(ctx.method === 'HEAD' ? undefined : reply.json)
  return undefined
}

function sendAttachment(
  ctx: Context,
  status: number,
  headers: string[],
  { mediaType, fileName, content }: Attachment,
): Promise<void> | undefined {
  const { res } = ctx
  headers.push(
    'Content-Type',
    `${mediaType}; charset=utf-8`,
    'Content-Disposition',
    `attachment; filename="${fileName}"`,
  )
  if (typeof content === 'string') headers.push('Content-Length', String(Buffer.byteLength(content)))
  res.writeHead(status, headers)
  if (ctx.method === 'HEAD') {
    res.end()
    return typeof content === 'string' ? undefined : endSource(content)
  }
  if (typeof content !== 'string') return streamPieces(res, content, streamLimits)
  res.end(content)
  return undefined
}

/** Ends a source. It is begun first if necessary, since `return` runs no `finally` of a generator that was never begun. */
async function endSource(pieces: AsyncIterable<unknown>): Promise<void> {
  const source = pieces[Symbol.asyncIterator]()
  await source.next()
  await source.return?.()
}
