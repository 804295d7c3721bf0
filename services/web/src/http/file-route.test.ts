import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestWeb, publicOrigin, signedInCookie } from '../web.fixture.ts'

const { port, boundary } = await openTestWeb()
const MB = 1_000_000
beforeEach(() => boundary.forget())

describe('a file that is passed on', () => {
  it('is asked for no longer once its reader is gone', async () => {
    const source = sending(Infinity)
    const file = await open()
    await once(file, 'readable')
    const goneAt = performance.now()
    file.socket.destroy()
    await source.closed
    expect(performance.now() - goneAt).toBeLessThan(1_000)
  })

  it('stays in the boundary while its reader waits', async () => {
    const source = sending(Infinity)
    const file = await open()
    const passedIn = async (ms: number) => {
      const before = source.sent()
      await setTimeout(ms)
      return source.sent() - before
    }
    await expect.poll(() => passedIn(200)).toBe(0)
    expect(source.sent()).toBeLessThan(50 * MB)
    file.destroy()
    await source.closed
  })

  it('takes no more memory for being long', async () => {
    const source = sending(160 * MB)
    const used: number[] = []
    let received = 0
    for await (const chunk of await open()) {
      received += (chunk as Buffer).length
      // What was loaded for the first part is needed for the rest, too.
      if (received > 30 * MB) used.push(process.memoryUsage.rss())
    }
    expect([received, source.sent()]).toEqual([160 * MB, 160 * MB])
    expect(Math.max(...used) - (used[0] ?? 0)).toBeLessThan(100 * MB)
  })
})

/** Sends so many bytes, of one piece of memory. */
function sending(bytes: number) {
  const piece = Buffer.alloc(100_000, 'a;b\n')
  let sent = 0
  const stream = new Readable({
    read() {
      if (sent >= bytes) return void this.push(null)
      sent += piece.length
      this.push(piece)
    },
  })
  stream.on('error', () => {})
  const closed = new Promise<void>((resolve) => void stream.once('close', resolve))
  boundary.replyWith('getExerciseArchive', { status: 200, body: stream, mediaType: 'application/zip' })
  return { closed, sent: () => sent }
}

async function open(): Promise<IncomingMessage> {
  const path = '/courses/11/exercises/1103/works.zip'
  const headers = { Host: new URL(publicOrigin).host, Cookie: signedInCookie }
  const asking = get({ port, host: '127.0.0.1', path, agent: false, headers })
  asking.on('error', () => {})
  const [reply] = (await once(asking, 'response')) as [IncomingMessage]
  reply.on('error', () => {})
  expect([reply.statusCode, reply.headers['content-disposition']]).toEqual([200, 'attachment; filename="file"'])
  return reply
}
