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
