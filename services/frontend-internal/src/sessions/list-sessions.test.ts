import { describe, expect } from 'vitest'
import { itOn, startTestService, type TestService } from '../service-test.fixture.ts'

const it = itOn(startTestService)

describe('listSessions', () => {
  it("lists the person's live sessions, the newest first, but not their ids", async ({ service, rows }) => {
    const [session, newer, expired] = [await service.signIn(101), await service.signIn(101), await service.signIn(101)]
    await service.signIn(102)
    await rows.leaveUnused(newer, 3000)
    await rows.age(expired, 50_000)
    const { items, nextCursor } = await list(service, session)
    expect(items.map(({ current }) => current)).toEqual([false, true])
    expect(nextCursor).toBe(null)
    for (const item of items) expect(Object.keys(item).toSorted()).toEqual(['createdAt', 'current', 'lastUsedAt'])
    expect(Date.parse(items[1]?.lastUsedAt ?? '') - Date.parse(items[0]?.lastUsedAt ?? '')).toBeGreaterThan(2_900_000)
  })

  it('has all ten sessions on one page', async ({ service }) => {
    const sessions: string[] = []
    for (let index = 0; index < 10; index += 1) sessions.push(await service.signIn(201))
    expect((await list(service, sessions[0] ?? '')).items).toHaveLength(10)
  })
})

interface Page {
  items: { createdAt: string; lastUsedAt: string; current: boolean }[]
  nextCursor: string | null
}

const list = async (service: TestService, session: string, query = ''): Promise<Page> =>
  await service.read<Page>(`/sessions${query}`, session)
