import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** A request with its whole body. */
export interface ApiRequest {
  method: string
  /** The path as it was sent, with its percent-encoding. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
  /**
   * Scheme and host that links in replies start with: those that the client asked for, as behind a proxy that preserves
   * Host.
   */
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
