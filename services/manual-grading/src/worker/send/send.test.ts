import { openConnection } from '@course-grading/outbound'
import { startPlainPeer } from '@course-grading/test-kit'
import { describe, expect, it } from 'vitest'
import type { CallbackClient } from '../../callback/callback-client.ts'
import { CallbackError } from '../../callback/callback-error.ts'
import { sendGrade } from './send.ts'

describe('sendGrade', () => {
  it('writes nothing if the watch finds that it is too late', async () => {
    let asked = false
    const sent = await send(
      async () => {
        asked = true
        throw new CallbackError('closed')
      },
      { isLate: true },
    )
    expect([asked, sent]).toMatchObject([false, { outcome: 'unsent', kind: 'too_late', phase: 'send_started' }])
  })

  it('is unsent before the first byte, and ambiguous afterwards, for any failure', async () => {
    for (const error of [new CallbackError('closed'), new CallbackError('timeout'), new Error('not in any table')]) {
      expect(await send(() => Promise.reject(error))).toMatchObject({ outcome: 'unsent', phase: 'send_started' })
      expect(
        await send(({ onWrite }) => {
          onWrite()
          return Promise.reject(error)
        }),
      ).toMatchObject({ outcome: 'ambiguous', phase: 'write_begun' })
    }
  })

  it('keeps only the status, the length and the class of a reply', async () => {
    const sent = await send(async ({ onWrite }) => {
      onWrite()
      return { status: 200, body: Buffer.from('{"success":true,"errors":[]}'), isRequestSent: true, retryAfterS: null }
    })
    expect(sent).toMatchObject({
      outcome: 'delivered',
      kind: 'accepted',
      phase: 'write_begun',
      status: 200,
      bytes: 28,
      alert: false,
    })
  })
})

const target = {
  method: 'POST',
  url: 'http://127.0.0.1:1/a',
  origin: 'http://127.0.0.1:1',
  protocol: 'http:',
  hostname: '127.0.0.1',
  port: 1,
  path: '/a',
  cidrs: ['127.0.0.1/32'],
} as const

async function send(post: CallbackClient['post'], { isLate = false } = {}) {
  const peer = await startPlainPeer(() => {})
  const connection = await openConnection({
    target: { ...target, port: peer.port },
    limitMs: 10_000,
    signal: new AbortController().signal,
  })
  const callbacks: Pick<CallbackClient, 'post'> = { post }
  const result = await sendGrade({ callbacks: callbacks as CallbackClient }, { target, form: 'points=1' }, connection, {
    outcome: 'started',
    isLate: () => isLate,
    sinceMs: () => 5,
  })
  expect(connection.socket.destroyed).toBe(true)
  await peer.close()
  return { ...result, requests: peer.requests }
}
