import type { Readable } from 'node:stream'

const firstBytes = 16 * 1024

/** Null if the body is larger than the limit; its connection is closed. Pieces are copied, so that many small ones need no more memory. */
export async function readBytes(body: Readable, limitBytes: number): Promise<Uint8Array | null> {
  let kept = new Uint8Array(Math.min(firstBytes, limitBytes))
  let length = 0
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    const needed = length + piece.byteLength
    if (needed > limitBytes) return null // leaving the loop destroys the body, and with it the connection
    if (needed > kept.byteLength) kept = grown(kept, Math.min(limitBytes, Math.max(needed, 2 * kept.byteLength)))
    kept.set(piece, length)
    length = needed
  }
  return kept.subarray(0, length)
}

function grown(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(size)
  larger.set(bytes)
  return larger
}
