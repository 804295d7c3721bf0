import { aSettingsChange, demoCourses } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let teacher: string
beforeAll(async () => {
  service = await startTestService()
  teacher = await service.signIn(101)
  const body = aSettingsChange({ name: 'Two', listed: false, graders: [{ userId: 103, languages: ['en'] }] })
  expect((await service.request('PUT', '/courses/11/settings', { session: teacher, ifMatch: '"1"', body })).status).toBe(200)
})
afterAll(() => service.stop())

const get = (revision: number | string, courseId = 11) =>
  service.request('GET', `/courses/${courseId}/settings/revisions/${revision}`, { session: teacher })

describe('getSettingsRevision', () => {
  it('answers the document of the revision and what it changed', async () => {
    const answer = await get(2)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      revision: 2, at: expect.stringMatching(/^\d{4}-.*Z$/), userId: 101, boundary: 'frontend', operation: 'putCourseSettings',
      document: { ...demoCourses.programming1, revision: 2, name: 'Two', listed: false, graders: [{ userId: 103, languages: ['en'] }] },
      changes: [
        { path: '$.name', before: 'Programming 1', after: 'Two' }, { path: '$.listed', before: true, after: false },
        { path: '$.graders', before: demoCourses.programming1.graders, after: [{ userId: 103, languages: ['en'] }] },
      ],
    })
  })

  it('tells no change of the first revision, which had none before it', async () => {
    expect(await (await get(1)).json()).toMatchObject({ revision: 1, document: demoCourses.programming1, changes: [] })
  })

  it.each([[3, 404], [9_007_199_254_740_991, 404], [0, 400], ['1.0', 400], ['latest', 400]])('answers revision %s with %i', async (revision, status) => {
    expect((await get(revision)).status).toBe(status)
  })

  it('keeps the history of a course to its own teachers', async () => {
    expect((await get(1, 13)).status).toBe(403)
  })
})
