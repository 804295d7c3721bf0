import { once } from 'node:events'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Worker } from 'node:worker_threads'
import { openConnection } from '@course-grading/outbound'
import { createCertificate } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exchange, type ExchangeReply } from './exchange.ts'
import { form, limits, ok, withLength } from './exchange-under-test.fixture.ts'

describe('a reply by TLS to a process that was busy', () => {
  it('is one to the whole request, although it is read before the end of the write is reported', async () => {
    const origin = `https://127.0.0.1:${port}`
    const where = { protocol: 'https:', hostname: '127.0.0.1', port, path: '/a', cidrs: ['127.0.0.1/32'] } as const
    const target = { method: 'POST', url: `${origin}/a`, origin, ...where } as const
    const connection = await openConnection({ target, limitMs: 10_000, signal: new AbortController().signal })
    const { promise, resolve } = Promise.withResolvers<ExchangeReply>()
    // The request is written in an immediate. So the peer has it before the event loop reads from sockets, and Node reports the
    // end of the write after that.
    setImmediate(() => resolve(exchange({ connection, target, form, limits, onWrite: () => {} })))
    setImmediate(() => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500))
    expect(await promise).toMatchObject({ status: 200, isRequestSent: true })
  })
})

let port: number
let peer: Worker
beforeAll(setUp)
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await peer.terminate()
})

/** Replies to whole requests in a thread of its own, also while the thread of the test is busy. */
const peerCode = `
  const { createServer } = require('node:tls')
  const { parentPort, workerData: { cert, key, end, reply } } = require('node:worker_threads')
  const server = createServer({ cert, key }, (socket) => {
    let received = ''
    socket.on('error', () => {}).on('data', (piece) => {
      received += piece
      if (received.endsWith(end)) socket.write(reply)
    })
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`
const certificate = createCertificate({ name: 'peer', names: ['127.0.0.1'] })
const trusted = getCACertificates('default')

async function setUp() {
  setDefaultCACertificates([...trusted, certificate.cert])
  const workerData = { cert: certificate.cert, key: certificate.key, end: form, reply: withLength(ok) }
  peer = new Worker(peerCode, { eval: true, workerData })
  ;[port] = (await once(peer, 'message')) as [number]
}
