import { aSettingsChange } from '@course-grading/test-kit'
import { queriesOf } from '@course-grading/test-service'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FrontendRequest, startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let teacher: string
let etag: string | null
beforeAll(async () => {
  service = await startTestService()
  teacher = await service.signIn(101)
})
afterAll(() => service.stop())
beforeEach(async () => {
  etag = (await service.request('GET', '/courses/11/settings', { session: teacher })).headers.get('etag')
  service.upstream.journal.clear()
})

const upstreamCalls = (): string[] => service.upstream.journal.entries.map(({ method, path }) => `${method} ${path}`)
const request = async (status: number, method: string, path: string, given: FrontendRequest = {}) =>
  expect((await service.request(method, path, { session: teacher, ...given })).status).toBe(status)

describe('round trips of settings', () => {
  it('getCourseSettings makes no call to the platform', async () => {
    await request(200, 'GET', '/courses/11/settings')
    expect(upstreamCalls()).toEqual([])
  })

  it('putCourseSettings makes one call for each grader', async () => {
    await request(200, 'PUT', '/courses/11/settings', { ifMatch: etag, body: aSettingsChange() })
    expect(upstreamCalls()).toEqual(['GET /api/v2/users/102', 'GET /api/v2/users/103'])
  })

  it('putCourseSettings rejects a stale revision without looking up graders or opening a transaction', async () => {
    const queries = await queriesOf(service, () =>
      request(412, 'PUT', '/courses/11/settings', { ifMatch: '"0"', body: aSettingsChange({ slug: 'prog-1' }) }),
    )
    expect(queries).not.toHaveProperty('start')
    expect(upstreamCalls()).toEqual([])
  })

  it('refreshCourseTags makes one call for the tags and one for each grader', async () => {
    await request(200, 'POST', '/courses/11/settings/refresh')
    expect(upstreamCalls().toSorted()).toEqual([
      'GET /api/v2/courses/11/usertags',
      'GET /api/v2/users/102',
      'GET /api/v2/users/103',
    ])
  })

  it('exportGraders makes one call for each grader and one for the addresses', async () => {
    await request(200, 'GET', '/courses/11/graders')
    expect(upstreamCalls()).toEqual(['GET /api/v2/users/102', 'GET /api/v2/users/103', 'GET /api/v2/users'])
  })
})
