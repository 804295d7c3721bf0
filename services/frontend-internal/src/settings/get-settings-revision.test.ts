import { aSettingsChange, demoCourses } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let teacher: string
beforeAll(async () => {
  service = await startTestService()
  teacher = await service.signIn(101)
  const body = aSettingsChange({ name: 'Two', listed: false, graders: [{ userId: 103, languages: ['en'] }] })
  expect(
    (await service.request('PUT', '/courses/11/settings', { session: teacher, ifMatch: '"1"', body })).status,
  ).toBe(200)
})
afterAll(() => service.stop())

const get = (revision: number | string, courseId = 11, headers: Record<string, string> = {}) =>
  service.request('GET', `/courses/${courseId}/settings/revisions/${revision}`, { session: teacher, headers })

describe('getSettingsRevision', () => {
  it('replies with the document of the revision and its changes', async () => {
    const reply = await get(2)
    expect([reply.status, reply.headers.get('etag')]).toEqual([200, '"2"'])
    expect(await reply.json()).toEqual({
      revision: 2,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      userId: 101,
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

  it('has no changes for the first revision', async () => {
    expect(await (await get(1)).json()).toMatchObject({ revision: 1, document: demoCourses.programming1, changes: [] })
  })

  it('replies 304 to a caller with that revision, and with the document to others', async () => {
    const known = await get(1, 11, { 'If-None-Match': '"1"' })
    expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, '"1"', ''])
    expect((await get(1, 11, { 'If-None-Match': '"2"' })).status).toBe(200)
  })

  it.each([
    [3, 404],
    [9_007_199_254_740_991, 404],
    [0, 400],
    ['1.0', 400],
    ['latest', 400],
  ])('replies to revision %s with %i', async (revision, status) => {
    expect((await get(revision)).status).toBe(status)
  })

  it('is for teachers of the course', async () => {
    expect((await get(1, 13)).status).toBe(403)
  })
})
