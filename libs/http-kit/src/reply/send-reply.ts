import type { Attachment, JsonBytes } from '@course-grading/contracts/operation/reply'
import type { Context } from 'koa'
import { streamPieces, type StreamLimits } from './stream-reply.ts'

export interface WireReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** A JSON text. With neither this nor an attachment the reply has no body, as a 304. */
  readonly json?: string | JsonBytes<unknown> | undefined
  readonly attachment?: Attachment | undefined
  /** Whether there is no time limit for the whole attachment while its reader takes pieces. */
  readonly isUnlimited?: boolean | undefined
}

const stallMs = 10_000
const wholeMs = 300_000

/** Koa would set each header again, a quarter of a read's CPU. The promise of an attachment rejects when the reply must be cut. */
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
  if (reply.attachment !== undefined) {
    const limits = { stallMs, wholeMs: reply.isUnlimited ? null : wholeMs }
    return sendAttachment(ctx, reply.status, headers, reply.attachment, limits)
  }
  if (reply.json === undefined) {
    res.writeHead(reply.status, headers).end()
    return undefined
  }
  headers.push(
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(typeof reply.json === 'string' ? Buffer.byteLength(reply.json) : reply.json.bytes),
  )
  res.writeHead(reply.status, headers)
  if (ctx.method === 'HEAD') res.end()
  else if (typeof reply.json === 'string') res.end(reply.json)
  else {
    // The chunks are in memory already, so there is no need to wait until the socket takes them.
    for (const chunk of reply.json.chunks) res.write(chunk)
    res.end()
  }
  return undefined
}

function sendAttachment(
  ctx: Context,
  status: number,
  headers: string[],
  { mediaType, fileName, fullFileName, content, sizeBytes, cut }: Attachment,
  limits: StreamLimits,
): Promise<void> | undefined {
  const { res } = ctx
  headers.push(
    'Content-Type',
    isText(mediaType) ? `${mediaType}; charset=utf-8` : mediaType,
    'Content-Disposition',
    `attachment; filename="${fileName}"${fullFileName === undefined ? '' : `; filename*=UTF-8''${extValue(fullFileName)}`}`,
  )
  const length = typeof content === 'string' ? Buffer.byteLength(content) : sizeBytes
  if (length !== undefined) headers.push('Content-Length', String(length))
  res.writeHead(status, headers)
  if (ctx.method === 'HEAD') {
    res.end()
    return typeof content === 'string' ? undefined : endSource(content)
  }
  if (typeof content !== 'string') return streamPieces(res, content, { ...limits, sizeBytes, cut })
  res.end(content)
  return undefined
}

function isText(mediaType: string): boolean {
  return mediaType.startsWith('text/') || mediaType === 'application/json'
}

/** Encodes all characters but those that RFC 8187 3.2.1 allows. `encodeURIComponent` leaves four more as they are. */
function extValue(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Begins the source before it ends it, since `return` would not run the `finally` of a generator that never began. */
async function endSource(pieces: AsyncIterable<unknown>): Promise<void> {
  const source = pieces[Symbol.asyncIterator]()
  await source.next()
  await source.return?.()
}
