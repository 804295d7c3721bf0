import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import { text } from 'node:stream/consumers'

interface Reply {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Sends one request over TLS on a connection of its own, to 127.0.0.1 under a host name. */
export async function openReply(options: RequestOptions, body = ''): Promise<IncomingMessage> {
  const host = options.servername ?? 'localhost'
  const headers = { Host: host, ...(options.headers as Record<string, string> | undefined) }
  const sending = request({ host: '127.0.0.1', servername: host, agent: false, ...options, headers })
  // Where a body is rejected, the rest is not read.
  sending.on('error', () => {})
  const [reply] = (await once(sending.end(body), 'response')) as [IncomingMessage]
  return reply
}

export async function askProxy(options: RequestOptions, body = ''): Promise<Reply> {
  const reply = await openReply(options, body)
  return { status: reply.statusCode, headers: reply.headers, text: await text(reply) }
}
