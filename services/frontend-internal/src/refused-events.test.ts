import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, ofSession } from './every-operation.fixture.ts'
import { problemOf } from './problem-of.fixture.ts'
import type { FrontendRequest, TestService } from './service.fixture.ts'
import { startServiceForExamples } from './tested-boundary.fixture.ts'

let service: TestService
let sessions: Record<'otherTeacher' | 'student' | 'stranger', string>
beforeAll(async () => {
  service = await startServiceForExamples()
  sessions = {
    otherTeacher: await service.signIn(104),
    student: await service.signIn(201),
    stranger: await service.signIn(105),
  }
})
afterAll(() => service.stop())

/** The security events in log lines of one request. */
async function eventsOf(requestId: string): Promise<Record<string, unknown>[]> {
  const lines = () =>
    service.logLines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['requestId'] === requestId)
  await expect.poll(() => lines().some(({ message }) => message === 'request')).toBe(true)
  return lines().filter(({ event }) => event !== undefined)
}

const cases: [who: string, request: () => FrontendRequest, status: number, event: Record<string, unknown>][] = [
  ['a caller without the secret', () => ({ secret: null }), 401, { event: 'frontend_secret_refused' }],
  [
    'a caller with an invalid session',
    () => ({ session: `cgs_${'A'.repeat(43)}` }),
    401,
    { event: 'session_refused', code: 'invalid_session' },
  ],
  [
    'a teacher of another course',
    () => ({ session: sessions.otherTeacher }),
    403,
    { event: 'access_refused', code: 'forbidden', operation: 'getCourseSettings', userId: 104, courseId: 11 },
  ],
  [
    'a student',
    () => ({ session: sessions.student }),
    403,
    { event: 'access_refused', code: 'forbidden', operation: 'getCourseSettings', userId: 201, courseId: 11 },
  ],
]

describe('a rejected request', () => {
  it.each(cases)('of %s writes one log line with a fixed code', async (who, request, status, event) => {
    const requestId = `refused-${cases.findIndex(([each]) => each === who)}-event`
    const given = request()
    const reply = await service.request('GET', '/courses/11/settings', {
      ...given,
      headers: { 'X-Request-ID': requestId },
    })
    expect(reply.status).toBe(status)
    expect(await eventsOf(requestId)).toMatchObject([event])
  })
})

describe('a refusal of something that exists', () => {
  it.each(['stranger', 'otherTeacher', 'student'] as const)(
    'is one security event at every operation, whether it is 403 or 404: %s',
    async (who) => {
      const refused: [name: string, status: number, events: unknown[]][] = []
      for (const operation of ofSession) {
        const [name] = operation
        if (name === 'deleteSession') continue
        const requestId = `${who}-${name}`
        const headers = { 'X-Request-ID': requestId }
        const { status } = await ask(service, operation, { session: sessions[who], headers })
        if (status === 403 || status === 404)
          refused.push([name, status, (await eventsOf(requestId)).map(({ event }) => event)])
      }
      expect(refused.filter(([, , events]) => events.join(' ') !== 'access_refused')).toEqual([])
      expect(new Set(refused.map(([, status]) => status))).toEqual(new Set([403, 404]))
      expect(refused.length).toBeGreaterThan(40)
    },
  )

  it('is none where nothing exists', async () => {
    const path = '/assessments/00000000-0000-7000-8000-000000000000'
    const headers = { 'X-Request-ID': 'nothing-exists' }
    expect(await problemOf(await service.request('GET', path, { session: sessions.stranger, headers }))).toEqual([
      404,
      'not_found',
    ])
    expect(await eventsOf('nothing-exists')).toEqual([])
  })
})
