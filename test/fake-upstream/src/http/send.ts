import type { ServerResponse } from 'node:http'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultAction } from '../faults/fault.ts'
import { aplusJson } from './negotiate.ts'
import type { Reply } from './reply.ts'

interface Encoded {
  headers: Record<string, string>
  sizeBytes: number
  chunks: () => Iterable<Uint8Array>
}

interface Sending {
  readonly fault: FaultAction | null
  readonly isHead: boolean
  /** Fires when the client has left. */
  readonly signal: AbortSignal
  /** Called with the length of each piece of the body that is written. */
  readonly onSent: (bytes: number) => void
}

/** Writes the reply, changed by the fault if any. Resolves when all is written or the client has left. */
export async function send(response: ServerResponse, reply: Reply, sending: Sending): Promise<void> {
  const { fault, isHead, signal, onSent } = sending
  const { headers, sizeBytes, chunks } = encode(reply)
  if (fault?.kind === 'wrong_content_type') headers['Content-Type'] = fault.contentType
  if (reply.status !== 204) headers['Content-Length'] = String(sizeBytes)
  response.writeHead(reply.status, { Vary: 'Accept, Accept-Language, Cookie', ...headers })
  if (isHead) {
    response.end()
    return
  }
  if (fault?.kind === 'half_answer') {
    await writeBytes(response, chunks(), fault.bytes ?? Math.floor(sizeBytes / 2), sending)
    response.socket?.destroy()
    return
  }
  if (fault?.kind === 'stall') {
    // Of a short body the last byte is held back. A client that has all of it would send its next request on this connection, which
    // never replies.
    await writeBytes(response, chunks(), Math.min(fault.bytes, sizeBytes - 1), sending)
    return
  }
  const pieces = fault?.kind === 'slow_drip' ? cut(chunks(), fault.chunkBytes) : chunks()
  for (const piece of pieces) {
    if (signal.aborted) return
    onSent(piece.length)
    if (!response.write(piece)) await once(response, 'drain', { signal })
    if (fault?.kind === 'slow_drip') await sleep(fault.intervalMs, undefined, { signal })
  }
  response.end()
}

function encode(reply: Reply): Encoded {
  const headers: Record<string, string> = { ...reply.headers }
  switch (reply.kind) {
    case 'json': {
      const bytes = Buffer.from(JSON.stringify(reply.value))
      return { headers: { 'Content-Type': aplusJson, ...headers }, sizeBytes: bytes.length, chunks: () => [bytes] }
    }
    case 'text': {
      const bytes = Buffer.from(reply.text)
      headers['Content-Type'] = reply.contentType
      return { headers, sizeBytes: bytes.length, chunks: () => [bytes] }
    }
    case 'empty':
      return { headers, sizeBytes: 0, chunks: () => [] }
    case 'bytes':
      return { headers, sizeBytes: reply.sizeBytes, chunks: reply.chunks }
  }
}

/** Sends the head and the given number of bytes of the body. */
async function writeBytes(
  response: ServerResponse,
  chunks: Iterable<Uint8Array>,
  bytes: number,
  { signal, onSent }: Sending,
): Promise<void> {
  let left = bytes
  response.flushHeaders()
  for (const chunk of chunks) {
    if (left <= 0 || signal.aborted) break
    const piece = chunk.subarray(0, left)
    left -= piece.length
    onSent(piece.length)
    await new Promise<void>((resolve) => {
      response.write(piece, () => resolve())
    })
  }
}

function* cut(chunks: Iterable<Uint8Array>, chunkBytes: number): Iterable<Uint8Array> {
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += chunkBytes) yield chunk.subarray(at, at + chunkBytes)
  }
}
