import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FakeUpstream } from '../fake-upstream.ts'
import { startFakeUpstream } from '../start-fake-upstream.ts'
import type { FaultAction } from './fault.ts'

let upstream: FakeUpstream
beforeEach(async () => {
  upstream = await startFakeUpstream()
})
afterEach(() => upstream.close())

const headers = { authorization: 'Token 0065006500650065006500650065006500650065' }
const path = '/api/v2/users/me'

function ask(): Promise<Response> {
  return fetch(`${upstream.url}${path}`, { headers, redirect: 'manual' })
}

function play(action: FaultAction): void {
  upstream.faults.add({ path, action })
}

/** The code of the socket error that made a fetch fail. */
async function failureOf(asked: Promise<unknown>): Promise<string> {
  const error = await asked.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error) || !(error.cause instanceof Error)) throw new Error('expected a failed fetch')
  return (error.cause as Error & { code?: string }).code ?? error.cause.message
}

/** How many bytes of the body came, and how it ended. */
async function piecesOf({ body }: Response): Promise<[bytes: number, end: 'whole' | 'cut']> {
  let bytes = 0
  try {
    for await (const piece of body ?? []) bytes += piece.byteLength
    return [bytes, 'whole']
  } catch {
    return [bytes, 'cut']
  }
}

async function gradePost(): Promise<Response> {
  return fetch(upstream.submissionUrl(3001), {
    method: 'POST',
    body: new URLSearchParams({ points: '20', max_points: '20', delivery_id: 'd.1' }),
  })
}

describe('Faults', () => {
  const resets = ['reset_before_body', 'reset_after_body', 'drop_answer'] as const
  it.each(resets)('%s resets the connection', async (kind) => {
    play({ kind })
    expect(await failureOf(ask())).toBe('ECONNRESET')
    expect(upstream.journal.entries).toMatchObject([{ fault: kind, outcome: 'cut' }])
  })

  it.each([
    ['drop_answer', 'ready'],
    ['half_answer', 'ready'],
    ['reset_after_body', 'waiting'],
    ['reset_before_body', 'waiting'],
  ] as const)('%s leaves a graded submission %s', async (kind, status) => {
    upstream.faults.add({ method: 'POST', path: '/api/v2/submissions/*/grader', action: { kind } })
    await expect(gradePost().then((response) => response.text())).rejects.toThrow()
    expect(upstream.world.submission(3001).status).toBe(status)
  })

  it('half_answer sends a good head and half of the body', async () => {
    play({ kind: 'half_answer' })
    const response = await ask()
    expect(response.status).toBe(200)
    expect(await failureOf(response.text())).toBe('UND_ERR_SOCKET')
  })

  it('half_answer sends as many bytes as the fault says', async () => {
    play({ kind: 'half_answer', bytes: 3 })
    expect(await piecesOf(await ask())).toEqual([3, 'cut'])
    expect(upstream.journal.entries).toMatchObject([{ sentBytes: 3 }])
  })

  it('stall sends as many bytes as the fault says, and then nothing', async () => {
    play({ kind: 'stall', bytes: 3 })
    const leaving = new AbortController()
    const response = await fetch(`${upstream.url}${path}`, { headers, signal: leaving.signal })
    const pieces = piecesOf(response)
    setTimeout(() => leaving.abort(), 100)
    expect(await pieces).toEqual([3, 'cut'])
    await upstream.journal.waitFor((entry) => entry.outcome === 'client_left', 60_000)
  })

  it('stall never completes a reply, however short', async () => {
    play({ kind: 'stall', bytes: 1_000_000 })
    const leaving = new AbortController()
    const response = await fetch(`${upstream.url}${path}`, { headers, signal: leaving.signal })
    const sizeBytes = Number(response.headers.get('content-length'))
    const pieces = piecesOf(response)
    setTimeout(() => leaving.abort(), 100)
    expect(await pieces).toEqual([sizeBytes - 1, 'cut'])
    await upstream.journal.waitFor((entry) => entry.outcome === 'client_left', 60_000)
  })

  it('never_answer keeps the connection open until the client gives up', async () => {
    play({ kind: 'never_answer' })
    const leaving = new AbortController()
    const asked = fetch(`${upstream.url}${path}`, { headers, signal: leaving.signal })
    await upstream.journal.waitFor((entry) => entry.bodyBytes === 0, 60_000)
    leaving.abort()
    await expect(asked).rejects.toThrow('aborted')
    const left = await upstream.journal.waitFor((entry) => entry.outcome === 'client_left', 60_000)
    expect(left.status).toBeNull()
  })

  it('delay waits, then the reply is as usual', async () => {
    play({ kind: 'delay', delayMs: 60 })
    const startedAt = performance.now()
    expect((await ask()).status).toBe(200)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(59)
  })

  it('slow_drip sends everything, in small pieces', async () => {
    const plain = await (await ask()).text()
    play({ kind: 'slow_drip', chunkBytes: 64, intervalMs: 2 })
    const startedAt = performance.now()
    expect(await (await ask()).text()).toBe(plain)
    expect(performance.now() - startedAt).toBeGreaterThan((plain.length / 64 - 1) * 2)
  })

  it('wrong_content_type changes only the type', async () => {
    play({ kind: 'wrong_content_type', contentType: 'text/plain' })
    const response = await ask()
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain'])
    expect(await response.json()).toMatchObject({ id: 101 })
  })

  it('status shows an HTML page, with Retry-After when asked', async () => {
    play({ kind: 'status', status: 429, retryAfterS: 7 })
    const response = await ask()
    expect([response.status, response.headers.get('retry-after'), response.headers.get('content-type')]).toEqual([
      429,
      '7',
      'text/html; charset=utf-8',
    ])
  })

  it('status sends a body as it is', async () => {
    play({ kind: 'status', status: 200, body: '{"id":', contentType: 'application/json' })
    expect(await (await ask()).text()).toBe('{"id":')
  })

  it('redirect names another location', async () => {
    play({ kind: 'redirect', status: 302, location: 'http://127.0.0.1:9/else' })
    const response = await ask()
    expect([response.status, response.headers.get('location')]).toEqual([302, 'http://127.0.0.1:9/else'])
  })

  it('applies a fault `times` times, after `after` requests', async () => {
    upstream.faults.add({ path, after: 1, times: 2, action: { kind: 'status', status: 500 } })
    const statuses = []
    for (let number = 0; number < 5; number += 1) statuses.push((await ask()).status)
    expect(statuses).toEqual([200, 500, 500, 200, 200])
  })

  it('applies the first fault that is not used up, and none after removal', async () => {
    upstream.faults.add({ path, times: 1, action: { kind: 'status', status: 500 } })
    const second = upstream.faults.add({ path: '/api/v2/**', action: { kind: 'status', status: 502 } })
    const statuses = [(await ask()).status, (await ask()).status]
    second.remove()
    expect([...statuses, (await ask()).status, second.played]).toEqual([500, 502, 200, 1])
  })

  it('does not affect other methods and paths', async () => {
    upstream.faults.add({ method: 'POST', path, action: { kind: 'status', status: 500 } })
    upstream.faults.add({ path: '/api/v2/users/*/x', action: { kind: 'status', status: 500 } })
    expect((await ask()).status).toBe(200)
  })
})
