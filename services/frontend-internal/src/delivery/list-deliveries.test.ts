import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.fixture.ts'
import { openDeliveries, type Deliveries } from './deliveries.fixture.ts'

let service: TestService
let deliveries: Deliveries
let teacher: string
const made: string[] = []
beforeAll(async () => {
  service = await startTestService()
  deliveries = await openDeliveries(service)
  teacher = await service.signIn(101)
  for (const state of ['held', 'delivered', 'ambiguous', 'held', 'refused'] as const)
    made.push(await deliveries.put(state))
})
afterAll(async () => {
  await deliveries.close()
  await service.stop()
})

interface Page {
  items: { id: string; state: string }[]
  nextCursor: string | null
}
const page = async (query = ''): Promise<Page> => {
  const reply = await service.request('GET', `/courses/11/deliveries${query}`, { session: teacher })
  expect(reply.status).toBe(200)
  return (await reply.json()) as Page
}

describe('listDeliveries', () => {
  it('lists the newest deliveries first', async () => {
    const { items, nextCursor } = await page()
    expect(items.map(({ id }) => id)).toEqual(made.toReversed())
    expect(nextCursor).toBeNull()
  })

  it('lists only deliveries in a requested state', async () => {
    expect((await page('?state=held')).items.map(({ id }) => id)).toEqual([made[3], made[0]])
    expect(await page('?state=cancelled')).toEqual({ items: [], nextCursor: null })
  })

  it('skips and repeats no delivery while new ones are made', async () => {
    const before = [...made]
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const next: Page = await page(`?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...next.items.map(({ id }) => id))
      cursor = next.nextCursor
      made.push(await deliveries.put('held'))
    }
    expect(seen).toEqual(before.toReversed())
  })

  it('lists no deliveries of other courses', async () => {
    const reply = await service.request('GET', '/courses/13/deliveries', { session: await service.signIn(104) })
    expect([reply.status, await reply.json()]).toEqual([200, { items: [], nextCursor: null }])
  })
})
