import { replyOf } from '../adversarial-server.fixture.ts'

/** A file as A+ sends it. */
export function fileReply(body: string | Buffer, headers: Record<string, string> = {}): Buffer {
  return replyOf(200, body, { 'Content-Type': 'application/octet-stream', ...headers })
}

/** All bytes of a stream. */
export async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** A head that announces more bytes than are ever sent, and the first of them. */
export const beginning = fileReply('beginning', { 'Content-Length': '1000000' })
/** The head of a reply without an announced size. */
export const chunked = 'HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nTransfer-Encoding: chunked\r\n\r\n'
