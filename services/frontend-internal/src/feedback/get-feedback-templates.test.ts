import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

describe('getFeedbackTemplates', () => {
  it('has none at revision 0 before the first write, and is for graders', async () => {
    const get = async (userId: number) =>
      service.request('GET', '/courses/11/feedback/templates', { session: await service.signIn(userId) })
    const reply = await get(101)
    expect([reply.status, reply.headers.get('etag'), await reply.json()]).toEqual([
      200,
      '"0"',
      { revision: 0, templates: {} },
    ])
    expect(await verdictOf(await get(201))).toEqual([403, 'forbidden'])
  })
})
