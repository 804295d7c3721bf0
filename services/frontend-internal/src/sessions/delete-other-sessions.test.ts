import { describe, expect } from 'vitest'
import { it } from '../service-test.fixture.ts'

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
