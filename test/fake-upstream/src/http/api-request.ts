import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** One received request with its whole body. */
export interface ApiRequest {
  method: string
  /** As sent, percent-encoding kept. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
  /** Scheme and host that emitted links start with: what the client asked for, as behind a Host-preserving proxy. */
  origin: string
}

export function splitTarget(target: string): { path: string; rawQuery: string } {
  const at = target.indexOf('?')
  return at < 0 ? { path: target, rawQuery: '' } : { path: target.slice(0, at), rawQuery: target.slice(at + 1) }
}

export async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export function mediaTypeOf(headers: IncomingHttpHeaders): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}
