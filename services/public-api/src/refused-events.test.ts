import { tokenOf } from '@course-grading/test-service'
import { describe, expect, it } from 'vitest'
import { openService, settingsClient, type SettingsRequest } from './service.fixture.ts'

const service = await openService()

describe('a rejected request', () => {
  it.each(cases)('of %s writes one log line with a fixed code', async (who, request, status, event) => {
    const requestId = `refused-${cases.findIndex(([each]) => each === who)}-event`
    const reply = await settingsClient(service).get({ ...request, headers: { 'X-Request-ID': requestId } })
    expect(reply.status).toBe(status)
    expect(await eventsOf(requestId)).toMatchObject([event])
  })
})

/** The security events in log lines of one request. */
async function eventsOf(requestId: string): Promise<Record<string, unknown>[]> {
  const lines = () =>
    service.logLines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['requestId'] === requestId)
  await expect.poll(() => lines().some(({ message }) => message === 'request')).toBe(true)
  return lines().filter(({ event }) => event !== undefined)
}

const cases: [who: string, request: SettingsRequest, status: number, event: Record<string, unknown>][] = [
  ['nobody', { token: null }, 401, { event: 'token_refused', reason: 'malformed' }],
  ['a caller with a malformed token', { token: 'x'.repeat(300) }, 401, { event: 'token_refused', reason: 'malformed' }],
  ['a caller with a token that A+ refuses', { token: 'f'.repeat(40) }, 401, { event: 'token_refused' }],
  [
    'a teacher of another course',
    { token: tokenOf(104) },
    403,
    { event: 'access_refused', code: 'forbidden', operation: 'getCourseSettings', userId: 104, courseId: 11 },
  ],
  [
    'a student',
    { token: tokenOf(201) },
    403,
    { event: 'access_refused', code: 'forbidden', operation: 'getCourseSettings', userId: 201, courseId: 11 },
  ],
]
