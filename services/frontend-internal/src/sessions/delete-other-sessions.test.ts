import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startReplica, startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let replica: TestService
beforeAll(async () => {
  service = await startTestService()
  replica = await startReplica(service)
})
afterAll(async () => {
  await replica.stop()
  await service.stop()
})

describe('deleteOtherSessions', () => {
  it("ends the person's other sessions on every replica, and nobody else's", async () => {
    const own = [await service.signIn(101), await replica.signIn(101), await service.signIn(101)]
    const another = await service.signIn(102)
    const statuses = async (): Promise<number[]> =>
      Promise.all(
        [...own, another].map(async (session) => (await replica.request('GET', '/session', { session })).status),
      )
    expect(await statuses()).toEqual([200, 200, 200, 200])
    const reply = await service.request('DELETE', '/sessions', { session: own[1] ?? '' })
    expect([reply.status, await reply.text()]).toEqual([204, ''])
    expect(await statuses()).toEqual([401, 200, 401, 200])
  })

  it('changes nothing for a person without other sessions', async () => {
    const session = await service.signIn(201)
    expect((await service.request('DELETE', '/sessions', { session })).status).toBe(204)
    expect((await service.request('DELETE', '/sessions', { session })).status).toBe(204)
  })
})
