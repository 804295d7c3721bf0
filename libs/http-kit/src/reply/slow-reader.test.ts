import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { streamPieces } from './stream-reply.ts'

/** A reply of which each piece is taken after a while, whatever the kernel would buffer of it. */
function takingSlowly(pieceMs: number): ServerResponse {
  const reply = Object.assign(new EventEmitter(), {
    destroyed: false,
    req: { socket: { readableEnded: false } },
    write: () => void setTimeout(() => reply.emit('drain'), pieceMs),
    end: () => {},
  })
  return reply as unknown as ServerResponse
}

async function* pieces(bytes: number) {
  for (let piece = 0; piece < 12; piece += 1) yield Buffer.alloc(bytes)
}

describe('streamPieces', () => {
  it.each([
    ['rejects when the reader takes less than 16 KiB in the time, however often it takes some', 100, /took too little/],
    ['continues as long as the reader takes 16 KiB in the time', 16 * 1024, /^whole$/],
  ])('%s', async (_title, bytes, outcome) => {
    const writing = streamPieces(takingSlowly(50), pieces(bytes), { stallMs: 300, wholeMs: null })
    expect(await writing.then(() => 'whole', String)).toMatch(outcome)
  })
})
