import { queriesOf } from '@course-grading/test-service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.fixture.ts'
import { sessionRowsOf, type SessionRows } from './session-rows.fixture.ts'

let service: TestService
let rows: SessionRows
beforeAll(async () => {
  service = await startTestService()
  rows = sessionRowsOf(service)
})
afterAll(() => service.stop())

interface Page { items: { createdAt: string; lastUsedAt: string; current: boolean }[]; nextCursor: null }
const list = async (session: string): Promise<Page> => await (await service.request('GET', '/sessions', { session })).json() as Page

describe('listSessions', () => {
  it('lists the person\'s live sessions, the last used one first, with nothing that could be used as one', async () => {
    const [older, session, expired] = [await service.signIn(101), await service.signIn(101), await service.signIn(101)]
    await service.signIn(102)
    await rows.leaveUnused(older, 3000)
    await rows.age(expired, 50_000)
    const { items, nextCursor } = await list(session)
    expect([items.map(({ current }) => current), nextCursor]).toEqual([[true, false], null])
    for (const item of items) expect(Object.keys(item).toSorted()).toEqual(['createdAt', 'current', 'lastUsedAt'])
    expect(Date.parse(items[0]?.lastUsedAt ?? '') - Date.parse(items[1]?.lastUsedAt ?? '')).toBeGreaterThan(2_900_000)
  })

  it('has all ten of them on its one page, in two queries', async () => {
    const sessions: string[] = []
    for (let index = 0; index < 10; index += 1) sessions.push(await service.signIn(201))
    expect(await queriesOf(service, async () => expect((await list(sessions[0] ?? '')).items).toHaveLength(10))).toEqual({ useSession: 1, listSessions: 1 })
  })
})
