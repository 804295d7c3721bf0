import { describe, expect } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import { it } from '../service-test.fixture.ts'

describe('deleteSession', () => {
  it('replies 204 without a body, and deletes the stored token', async ({ service, rows }) => {
    const session = await service.signIn(101)
    const reply = await service.request('DELETE', '/session', { session })
    expect(reply.status).toBe(204)
    expect(reply.headers.get('content-type')).toBe(null)
    expect(await reply.text()).toBe('')
    expect(await rows.exists(session)).toBe(false)
  })

  it('takes effect on every replica at once', async ({ service, replica }) => {
    const session = await service.signIn(101)
    const use = (): Promise<Response> => replica.get('/session', session)
    await expect(use()).toBeReply(200)
    await service.request('DELETE', '/session', { session })
    const verdicts = await Promise.all(Array.from({ length: 50 }, async () => verdictOf(await use())))
    expect(new Set(verdicts.map((verdict) => verdict.join(' ')))).toEqual(new Set(['401 invalid_session']))
  })

  it('ends no other session', async ({ service, rows }) => {
    const [session, own, others] = [await service.signIn(101), await service.signIn(101), await service.signIn(102)]
    await service.request('DELETE', '/session', { session })
    expect([await rows.exists(own), await rows.exists(others)]).toEqual([true, true])
  })
})

describe('deleteOtherSessions', () => {
  it("ends the person's other sessions on every replica, and nobody else's", async ({ service, replica }) => {
    const own = [await service.signIn(101), await replica.signIn(101), await service.signIn(101)]
    const another = await service.signIn(102)
    const statuses = async (): Promise<number[]> =>
      Promise.all([...own, another].map(async (session) => (await replica.get('/session', session)).status))
    expect(await statuses()).toEqual([200, 200, 200, 200])
    const reply = await service.request('DELETE', '/sessions', { session: own[1] ?? '' })
    expect(reply.status).toBe(204)
    expect(await reply.text()).toBe('')
    expect(await statuses()).toEqual([401, 200, 401, 200])
  })

  it('changes nothing for a person without other sessions', async ({ service }) => {
    const session = await service.signIn(201)
    await expect(service.request('DELETE', '/sessions', { session })).toBeReply(204)
    await expect(service.request('DELETE', '/sessions', { session })).toBeReply(204)
  })
})
