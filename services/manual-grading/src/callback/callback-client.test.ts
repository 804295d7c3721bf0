import { type CallbackTarget, detailUrlOf } from '@course-grading/domain/delivery/callback-url'
import { answering, type PeerScript, type PlainPeer, startPlainPeer } from '@course-grading/test-kit'
import { afterEach, describe, expect, it } from 'vitest'
import { createCallbackClient } from './callback-client.ts'
afterEach(async () => {
  await Promise.all(peers.splice(0).map((peer) => peer.close()))
})

describe('the part of a reply that is read', () => {
  const verify = async (bytes: number): Promise<unknown> =>
    await client.verify(detailUrlOf(await targetReplying(bytes)), neverStopped)
  const post = async (bytes: number) => await postTo(await targetReplying(bytes))

  it('is up to 16 MiB for a verification, since the reply has all feedback of the submission', async () => {
    const maxBytes = 16 * 1024 * 1024
    expect(await verify(maxBytes)).toEqual({ text: expect.toSatisfy((text: string) => text.length === maxBytes - 11) })
    await expect(verify(maxBytes + 1)).rejects.toMatchObject({ reason: 'verification_failed' })
  })

  it('is up to 64 KiB for the reply to a grade', async () => {
    const maxBytes = 64 * 1024
    expect((await post(maxBytes)).body.length).toBe(maxBytes)
    await expect(post(maxBytes + 1)).rejects.toMatchObject({ reason: 'reply_too_long' })
  })
})

describe('a redirect', () => {
  const accepting = answering(
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n{"success":true}',
  )
  /** A peer that redirects to another one, which would accept everything. */
  const redirecting = async (status: number): Promise<{ target: CallbackTarget; elsewhere: PlainPeer }> => {
    const elsewhere = await startPeer(accepting)
    const { url } = targetAt(elsewhere)
    return {
      target: targetAt(
        await startPeer(answering(`HTTP/1.1 ${status} X\r\nLocation: ${url}\r\nContent-Length: 0\r\n\r\n`)),
      ),
      elsewhere,
    }
  }

  it.each([301, 302, 303, 307, 308])('%i ends a verification, and is not followed', async (status) => {
    const { target, elsewhere } = await redirecting(status)
    await expect(client.verify(detailUrlOf(target), neverStopped)).rejects.toMatchObject({
      reason: 'verification_redirected',
    })
    expect([elsewhere.connections(), peers.map(({ requests }) => requests.length)]).toEqual([0, [0, 1]])
  })
})

describe('a grade that follows its verification', () => {
  /** Replies, and leaves every connection open for further requests. */
  const keeping: PeerScript = (socket) => {
    socket.on(
      'data',
      () =>
        void socket.write(
          'HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=60\r\nContent-Length: 16\r\n\r\n{"success":true}',
        ),
    )
  }

  it('is sent over a new connection, and so is each verification', async () => {
    const closed: boolean[] = []
    const peer = await startPeer((socket, request) => {
      const place = closed.push(false) - 1
      socket.on('close', () => {
        closed[place] = true
      })
      void keeping(socket, request)
    })
    const target = targetAt(peer)
    await client.verify(detailUrlOf(target), neverStopped)
    await expect.poll(() => closed).toEqual([true])
    await postTo(target)
    await client.verify(detailUrlOf(target), neverStopped)
    await expect.poll(() => closed).toEqual([true, true, true])
    expect(peer.requests.map((text) => [text.split(' ', 1)[0], /^connection: close\r$/im.test(text)])).toEqual([
      ['GET', true],
      ['POST', true],
      ['GET', true],
    ])
  })
})

/** Long limits, since no test here waits until one ends. */
const limitMs = 100_000
const client = createCallbackClient({
  limits: { connectMs: limitMs, verificationMs: limitMs, headersMs: limitMs, totalMs: limitMs },
})
const neverStopped = new AbortController().signal

const peers: PlainPeer[] = []

async function startPeer(script: PeerScript): Promise<PlainPeer> {
  const peer = await startPlainPeer(script)
  peers.push(peer)
  return peer
}

function targetAt({ port }: PlainPeer): CallbackTarget {
  const origin = `http://127.0.0.1:${port}`
  const path = '/submissions/5/grader?token=t'
  return {
    method: 'POST',
    url: origin + path,
    origin,
    protocol: 'http:',
    hostname: '127.0.0.1',
    port,
    path,
    cidrs: ['127.0.0.1/32'],
  }
}

/** A callback URL of a platform whose reply is JSON of this length. */
async function targetReplying(bytes: number): Promise<CallbackTarget> {
  const body = `{"text":"${'x'.repeat(bytes - '{"text":""}'.length)}"}`
  return targetAt(
    await startPeer(
      answering(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n${body}`),
    ),
  )
}

const postTo = async (target: CallbackTarget) =>
  await client.post({
    connection: await client.connect(target, neverStopped),
    target,
    form: 'points=1',
    sinceStartMs: 0,
    onWrite: () => {},
  })
