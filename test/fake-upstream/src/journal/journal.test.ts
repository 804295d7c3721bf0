import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FakeUpstream } from '../fake-upstream.ts'
import { startFakeUpstream } from '../start-fake-upstream.ts'

let upstream: FakeUpstream
beforeEach(async () => {
  upstream = await startFakeUpstream()
})
afterEach(() => upstream.close())

async function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(`${upstream.url}${path}`, { headers })
  await response.arrayBuffer()
  return response
}

const asTeacher = { authorization: 'Token 0065006500650065006500650065006500650065' }

describe('Journal', () => {
  it('has the user, the request, its header names, and how it ended', async () => {
    await ask('/api/v2/users/me/?format=json', { ...asTeacher, 'x-request-id': 'req-00000001' })
    expect(await upstream.journal.waitFor({ operation: 'readOwnUser' }, 60_000)).toMatchObject({
      number: 1,
      method: 'GET',
      path: '/api/v2/users/me/',
      query: 'format=json',
      requestId: 'req-00000001',
      hasAuthorization: true,
      userId: 101,
      status: 200,
      fault: null,
      crash: null,
      bodyBytes: 0,
      headerNames: expect.arrayContaining(['authorization', 'x-request-id']),
    })
  })

  it('holds no header value and no token', async () => {
    await ask('/api/v2/users/me', asTeacher)
    expect(JSON.stringify(upstream.journal.entries)).not.toContain('0065006500650065')
  })

  it('names an operation even if a fault prevented it', async () => {
    upstream.faults.add({ path: '/api/v2/courses/*/usertags', action: { kind: 'status', status: 503 } })
    await ask('/api/v2/courses/11/usertags', asTeacher)
    expect(upstream.journal.find({ operation: 'listUserTags' })).toMatchObject([{ status: 503, fault: 'status' }])
  })

  it('names no operation where nothing is routed', async () => {
    await ask('/api/v2/nothing/')
    expect(upstream.journal.entries).toMatchObject([{ operation: null, status: 404 }])
  })

  it('finds by any field and by path pattern, and counts', async () => {
    for (const path of ['/api/v2/courses/11/tree', '/api/v2/courses/12/tree', '/api/v2/courses/99/tree']) {
      await ask(path, asTeacher)
    }
    const { journal } = upstream
    expect([journal.count({ status: 404 }), journal.count({ userId: 101 })]).toEqual([1, 2])
    const patterns = ['/api/v2/courses/*/tree', '/api/v2/courses/*', '/api/v2/**', '/api/v2/courses/11/tree']
    expect(patterns.map((path) => journal.count({ path }))).toEqual([3, 0, 3, 1])
  })

  it('resolves a wait when the request comes', async () => {
    const waiting = upstream.journal.waitForCount({ status: 401 }, 2, 60_000)
    await Promise.all([ask('/api/v2/me'), ask('/api/v2/users/me')])
    expect((await waiting).map(({ path }) => path).toSorted()).toEqual(['/api/v2/me', '/api/v2/users/me'])
  })

  it('rejects a wait if the request does not come, with the requests that came', async () => {
    await ask('/api/v2/me')
    await expect(upstream.journal.waitFor({ operation: 'grade' }, 20)).rejects.toThrow('GET /api/v2/me 401')
  })

  it('is empty when cleared, and continues to count', async () => {
    await ask('/api/v2/me')
    upstream.journal.clear()
    await ask('/api/v2/me')
    expect(upstream.journal.entries.map(({ number }) => number)).toEqual([2])
  })

  it('records that the client left', async () => {
    upstream.faults.add({ path: '/api/v2/me', action: { kind: 'never_answer' } })
    const leaving = new AbortController()
    const asked = fetch(`${upstream.url}/api/v2/me`, { signal: leaving.signal })
    await upstream.journal.waitFor((entry) => entry.bodyBytes === 0, 60_000)
    leaving.abort()
    await expect(asked).rejects.toThrow()
    const left = await upstream.journal.waitFor((entry) => entry.outcome === 'client_left', 60_000)
    expect(left.status).toBeNull()
  })
})
