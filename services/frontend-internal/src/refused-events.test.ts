import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FrontendRequest, startTestService, type TestService } from './service.fixture.ts'

let service: TestService
let sessions: Record<'otherTeacher' | 'student', string>
beforeAll(async () => {
  service = await startTestService()
  sessions = { otherTeacher: await service.signIn(104), student: await service.signIn(201) }
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
