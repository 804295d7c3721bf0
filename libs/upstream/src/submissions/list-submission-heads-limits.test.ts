import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { replyOf, drip, startAdversarialServer } from '../adversarial-server.fixture.ts'
import { ampleMs, failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'
import { fetchCourse } from '../index.ts'
import { head, listed, row } from './submission-heads.fixture.ts'

describe('listSubmissionHeads, limits', () => {
  it('may take longer than other calls, up to the limit of bulk calls', async () => {
    const { upstream: client } = await upstreamWith(
      (socket, text) => {
        if (text.includes('submissiondata')) setTimeout(() => socket.write(replyOf(200, JSON.stringify([row()]))), 700)
      },
      { timeoutMs: 200, limits: { bulkTimeoutMs: ampleMs } },
    )
    expect((await listed(client, someCall, 11, 1103)).heads).toEqual([head])
    const error = await failureOf(fetchCourse(client, someCall, 11))
    expect(error.reason).toBe('timeout')
  })

  it('ends at that limit even if the body arrives byte by byte', async () => {
    const { upstream: client } = await upstreamWith(
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n[')
        drip(socket, 20, () => socket.write(' '))
      },
      { limits: { bulkTimeoutMs: 500 } },
    )
    const error = await failureOf(listed(client, someCall, 11, 1103))
    expect(error.reason).toBe('timeout')
  })

  it('ends when the caller aborts in the middle of the body', async () => {
    const { upstream: client } = await upstreamWith(
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n[')
      },
      { limits: { bulkTimeoutMs: ampleMs } },
    )
    const error = await failureOf(listed(client, { ...someCall, signal: AbortSignal.timeout(300) }, 11, 1103))
    expect(error.reason).toBe('aborted')
  })

  it('reads 60 MiB in a process with a smaller heap, while other work goes on', async () => {
    const rows = 2400
    const server = await startAdversarialServer((socket) => {
      const texts = Array.from({ length: rows }, (_, at) =>
        JSON.stringify(row({ SubmissionID: at + 1, answer: 'x'.repeat(25_000) })),
      )
      socket.write(replyOf(200, `[${texts.join(',')}]`))
    })
    onTestFinished(() => server.close())
    const script = join(import.meta.dirname, 'heads-in-a-small-heap.fixture.ts')
    // With a small young generation little garbage is promoted, so that the limit applies to memory that is held, and not to
    // garbage that is not collected yet.
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--max-old-space-size=40',
      '--max-semi-space-size=2',
      script,
      server.url,
    ])
    const result = JSON.parse(stdout) as { heads: number; tookMs: number; maxTurnMs: number }
    expect(result.heads).toBe(rows)
    // If all rows were read in one turn of the event loop, that turn would take nearly the whole time.
    expect(result.maxTurnMs).toBeLessThan(result.tookMs * 0.7)
  })

  it('does not read a body that announces more than 64 MiB', async () => {
    const { upstream: client } = await upstreamWith((socket) =>
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${64 * 1024 * 1024 + 1}\r\n\r\n[`,
      ),
    )
    const error = await failureOf(listed(client, someCall, 11, 1103))
    expect([error.reason, error.code]).toEqual(['too_large', 'upstream_malformed'])
  })

  it('starts from the beginning in a second attempt', async () => {
    const { upstream: client, server } = await upstreamWith((socket, _text, number) =>
      socket.write(number === 1 ? replyOf(503, '') : replyOf(200, JSON.stringify([row()]))),
    )
    expect((await listed(client, someCall, 11, 1103)).heads).toEqual([head])
    expect(server.requests).toHaveLength(2)
  })
})
