import { type CallbackTarget, lookUrlOf } from '@course-grading/domain'
import { afterEach, describe, expect, it } from 'vitest'
import { createCallbackClient } from './callback-client.ts'
import { answering, type PlainPeer, startPlainPeer } from './plain-peer.fixture.ts'

/** For what hangs: nothing here waits for the end of one. */
const limitMs = 100_000
const client = createCallbackClient({ limits: { connectMs: limitMs, lookMs: limitMs, headersMs: limitMs, totalMs: limitMs } })
const neverStopped = new AbortController().signal

const peers: PlainPeer[] = []
afterEach(async () => {
  await Promise.all(peers.splice(0).map((peer) => peer.close()))
})

/** Of a platform whose answer is JSON of this length. */
async function targetAnswering(bytes: number): Promise<CallbackTarget> {
  const body = `{"text":"${'x'.repeat(bytes - '{"text":""}'.length)}"}`
  const peer = await startPlainPeer(answering(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n${body}`))
  peers.push(peer)
  const origin = `http://127.0.0.1:${peer.port}`
  const path = '/submissions/5/grader?token=t'
  return { method: 'POST', url: origin + path, origin, protocol: 'http:', hostname: '127.0.0.1', port: peer.port, path, cidrs: ['127.0.0.1/32'] }
}

describe('what is read of an answer', () => {
  const look = async (bytes: number): Promise<unknown> => await client.look(lookUrlOf(await targetAnswering(bytes)), neverStopped)
  const post = async (bytes: number) => {
    const target = await targetAnswering(bytes)
    return await client.post({ connection: await client.connect(target, neverStopped), target, form: 'points=1', sinceDoorMs: 0, onWrite: () => {} })
  }

  it('is up to 16 MiB of a look, for it holds all feedback that the submission ever had', async () => {
    const most = 16 * 1024 * 1024
    expect(await look(most)).toEqual({ text: expect.toSatisfy((text: string) => text.length === most - 11) })
    await expect(look(most + 1)).rejects.toMatchObject({ what: 'look_failed' })
  })

  it('is up to 64 KiB of what is said to a grade', async () => {
    const most = 64 * 1024
    expect((await post(most)).body.length).toBe(most)
    await expect(post(most + 1)).rejects.toMatchObject({ what: 'answer_too_long' })
  })
})
