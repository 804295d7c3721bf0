import { describe, expect } from 'vitest'
import { ask, ofSession } from './every-operation.fixture.ts'
import { itOnExamples as it, type TestService } from './service-test.fixture.ts'

describe('a rejected request', () => {
  it.for([
    ['a caller without the secret', { secret: null }, { event: 'frontend_secret_refused' }],
    [
      'a caller with an invalid session',
      { session: `cgs_${'A'.repeat(43)}` },
      { event: 'session_refused', code: 'invalid_session' },
    ],
  ] as const)('of %s is one security event with a fixed code', async ([who, request, event], { service }) => {
    const headers = { 'X-Request-ID': who.replaceAll(' ', '-') }
    await expect(service.request('GET', '/courses/11/settings', { ...request, headers })).toBeReply(401)
    expect(await eventsOf(service, headers['X-Request-ID'])).toMatchObject([event])
  })

  it.for([104, 201])('of user %i, who may not, names the operation and the course', async (userId, { service }) => {
    const headers = { 'X-Request-ID': `refused-${userId}` }
    const session = await service.signIn(userId)
    await expect(service.request('GET', '/courses/11/settings', { session, headers })).toBeReply(403)
    expect(await eventsOf(service, `refused-${userId}`)).toMatchObject([
      { event: 'access_refused', code: 'forbidden', operation: 'getCourseSettings', userId, courseId: 11 },
    ])
  })
})

describe('a refusal of something that exists', () => {
  it.for([
    ['teacher of another course', 104],
    ['student', 201],
    ['member of the staff who grades nothing', 301],
  ] as const)(
    'is one security event at every operation, whether it is 403 or 404: to a %s',
    async ([_who, userId], { service }) => {
      const session = await service.signIn(userId)
      const refused: [name: string, status: number, events: unknown[]][] = []
      for (const operation of ofSession) {
        const [name] = operation
        if (name === 'deleteSession') continue
        const requestId = `${userId}-${name}`
        const headers = { 'X-Request-ID': requestId }
        const { status } = await ask(service, operation, { session, headers })
        if (status === 403 || status === 404)
          refused.push([name, status, (await eventsOf(service, requestId)).map(({ event }) => event)])
      }
      expect(refused.filter(([, , events]) => events.join(' ') !== 'access_refused')).toEqual([])
      expect(new Set(refused.map(([, status]) => status))).toEqual(new Set([403, 404]))
      expect(refused.length).toBeGreaterThan(40)
    },
  )

  it('is none where nothing exists', async ({ service, stranger }) => {
    const path = '/assessments/00000000-0000-7000-8000-000000000000'
    const headers = { 'X-Request-ID': 'nothing-exists' }
    await expect(service.request('GET', path, { session: stranger, headers })).toBeProblem(404, 'not_found')
    expect(await eventsOf(service, 'nothing-exists')).toEqual([])
  })
})

/** The security events in log lines of one request. */
async function eventsOf(service: TestService, requestId: string): Promise<Record<string, unknown>[]> {
  const lines = () =>
    service.logLines
      .filter((line) => line.includes(requestId))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['requestId'] === requestId)
  await expect.poll(() => lines().some(({ message }) => message === 'request')).toBe(true)
  return lines().filter(({ event }) => event !== undefined)
}
