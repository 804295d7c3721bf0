import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { streamPieces } from './stream-reply.ts'

describe('streamPieces', () => {
  it('rejects when the reader takes less than 16 KiB in the time, however often it takes some', async () => {
    expect(String(await readSlowly(100, 30))).toMatch('took too little')
  })

  it('continues for a reader that takes enough, though the kernel has no room for a long time', async () => {
    expect(await readSlowly(16 * 1024, 6)).toBeNull()
  })
})

/** A reply without an end whose reader takes so many bytes every 25 ms. Resolves to why it was cut, or to null after some seconds. */
async function readSlowly(bytesAtATime: number, seconds: number): Promise<unknown> {
  const cut = Promise.withResolvers<unknown>()
  const server = createServer((_request, response) => {
    streamPieces(response, endless(), { stallMs: 2_000, wholeMs: null }).catch((error: unknown) => {
      response.destroy()
      cut.resolve(error)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    reader.destroy()
    server.close()
  })
  reader.on('error', () => {}).pause()
  reader.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const reading = setInterval(() => reader.read(Math.min(bytesAtATime, reader.readableLength)), 25)
  onTestFinished(() => clearInterval(reading))
  return await Promise.race([cut.promise, setTimeout(seconds * 1_000, null)])
}

async function* endless() {
  for (;;) yield Buffer.alloc(64 * 1024)
}
