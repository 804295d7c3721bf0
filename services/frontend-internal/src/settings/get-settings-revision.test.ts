import { demoCourses } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import { changeSettings } from './settings.fixture.ts'
import { itOn, startTestService, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared)

describe('getSettingsRevision', () => {
  it('replies with the document of the revision and its changes', async ({ service }) => {
    const reply = await get(service, 2)
    await expect(reply).toBeRevision(200, 2)
    expect(await reply.json()).toEqual({
      revision: 2,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      userId: 101,
      by: { userId: 101, fullName: 'Terry Teacher', alias: false },
      boundary: 'frontend',
      operation: 'putCourseSettings',
      document: {
        ...demoCourses.programming1,
        revision: 2,
        name: 'Two',
        listed: false,
        graders: [{ userId: 103, languages: ['en'] }],
      },
      changes: [
        { path: '$.name', before: 'Programming 1', after: 'Two' },
        { path: '$.listed', before: true, after: false },
        { path: '$.graders', before: demoCourses.programming1.graders, after: [{ userId: 103, languages: ['en'] }] },
      ],
    })
  })

  it('has no changes for the first revision', async ({ service }) => {
    expect(await (await get(service, 1)).json()).toMatchObject({
      revision: 1,
      document: demoCourses.programming1,
      changes: [],
    })
  })

  it('replies 304 to a caller with that revision, and with the document to others', async ({ service }) => {
    const known = await get(service, 1, { 'If-None-Match': '"1"' })
    await expect(known).toBeRevision(304, 1)
    expect(await known.text()).toBe('')
    await expect(get(service, 1, { 'If-None-Match': '"2"' })).toBeReply(200)
  })

  it('does not find a revision that was never written', async ({ service }) => {
    for (const revision of [3, 9_007_199_254_740_991])
      await expect(get(service, revision)).toBeProblem(404, 'not_found')
  })
})

async function prepared() {
  const service = await startTestService()
  await changeSettings(service, { name: 'Two', listed: false, graders: [{ userId: 103, languages: ['en'] }] })
  return service
}

const get = (service: TestService, revision: number, headers: Record<string, string> = {}) =>
  service.send('GET', `/courses/11/settings/revisions/${revision}`, { headers })
