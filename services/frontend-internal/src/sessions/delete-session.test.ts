import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import { startReplica, startTestService, type TestService } from '../service.fixture.ts'
import { sessionRowsOf, type SessionRows } from './session-rows.fixture.ts'

let service: TestService
let replica: TestService
let rows: SessionRows
beforeAll(async () => {
  service = await startTestService()
  replica = await startReplica(service)
  rows = sessionRowsOf(service)
})
afterAll(async () => {
  await replica.stop()
  await service.stop()
})

describe('deleteSession', () => {
  it('replies 204 without a body, and deletes the stored token', async () => {
    const session = await service.signIn(101)
    const reply = await service.request('DELETE', '/session', { session })
    expect([reply.status, await reply.text(), reply.headers.get('content-type')]).toEqual([204, '', null])
    expect(await rows.exists(session)).toBe(false)
  })

  it('takes effect on every replica at once', async () => {
    const session = await service.signIn(101)
    const use = (): Promise<Response> => replica.request('GET', '/session', { session })
    expect((await use()).status).toBe(200)
    await service.request('DELETE', '/session', { session })
    const verdicts = await Promise.all(Array.from({ length: 50 }, async () => verdictOf(await use())))
    expect(new Set(verdicts.map((verdict) => verdict.join(' ')))).toEqual(new Set(['401 invalid_session']))
  })

  it('ends no other session', async () => {
    const [session, own, others] = [await service.signIn(101), await service.signIn(101), await service.signIn(102)]
    await service.request('DELETE', '/session', { session })
    expect([await rows.exists(own), await rows.exists(others)]).toEqual([true, true])
  })

  it('is rejected the second time', async () => {
    const session = await service.signIn(101)
    await service.request('DELETE', '/session', { session })
    expect(await verdictOf(await service.request('DELETE', '/session', { session }))).toEqual([401, 'invalid_session'])
  })
})
