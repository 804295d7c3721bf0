import { describe, expect } from 'vitest'
import { personLimits } from '../app.ts'
import { sendRaw } from '../every-operation.fixture.ts'
import { sessionRowsOf } from '../sessions/session-rows.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'

it.afterEach(({ service }) => service.upstream.faults.clear())

describe('the requests of one person', () => {
  it('are 32 in flight, while others wait or are rejected, and other people are not held up', async ({ service }) => {
    const [one, other] = [await service.signIn(101), await service.signIn(102)]
    // Each request needs the identity, which the platform is slow to tell.
    await sessionRowsOf(service).ageIdentity(one, 301)
    const letGo = service.upstream.faults.hold({ path: '/api/v2/users/me' })
    const statuses = new Map<number, number>()
    const held = statusesOf(service, one, 70, statuses)
    await service.upstream.journal.waitFor({ path: '/api/v2/users/me' }, 60_000)
    await expect(service.get('/courses', other)).toBeReply(200)
    await expect.poll(() => statuses.get(503)).toBe(38)
    letGo()
    expect(await held).toEqual({ 200: 32, 503: 38 })
  })

  it('may wait up to 32 at a time, for a second', () => {
    expect(personLimits).toEqual({ inFlight: 32, waiting: 32, waitMs: 1_000 })
  })

  it('are all served where those before them end in time', async ({ service }) => {
    expect(await statusesOf(service, await service.signIn(103), 40)).toEqual({ 200: 40 })
  })
})

describe('the large bodies of one person', () => {
  it('are checked in turn with those of others', async ({ service }) => {
    const [one, other] = [await service.signIn(101), await service.signIn(102)]
    const ended: string[] = []
    const fields = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`unknown${index}`, 1]))
    const send = (whose: string, session: string, path: string, method: string, body: object) =>
      service.send(method, path, { session, ifMatch: '"1"', body }).finally(() => ended.push(whose))
    const ofOne = Array.from({ length: 6 }, () => send('one', one, '/courses/11/settings', 'PUT', fields))
    await Promise.race(ofOne)
    await Promise.all([
      ...ofOne,
      send('other', other, '/courses/11/feedback/preview', 'POST', { x: 'x'.repeat(70_000) }),
    ])
    expect(ended.at(-1)).toBe('one')
  })
})

/** Sends requests of one session at the same time; returns how many had each status. */
async function statusesOf(
  service: TestService,
  session: string,
  count: number,
  statuses = new Map<number, number>(),
): Promise<Record<number, number>> {
  const one = async (): Promise<void> => {
    const { status } = await sendRaw(service, 'GET', '/courses', { headers: { Authorization: `Bearer ${session}` } })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  await Promise.all(Array.from({ length: count }, one))
  return Object.fromEntries(statuses)
}
