import { aSettingsChange } from '@course-grading/test-kit'
import { queriesOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { changeSettings } from './settings.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'

describe('round trips of settings', () => {
  it('getCourseSettings makes no call to the platform', async ({ service }) => {
    await expect(service.get('/courses/11/settings')).toBeReply(200)
    expect(upstreamCalls(service)).toEqual([])
  })

  it('putCourseSettings makes one call for each grader', async ({ service }) => {
    await changeSettings(service)
    expect(upstreamCalls(service)).toEqual(['GET /api/v2/users/102', 'GET /api/v2/users/103'])
  })

  it('putCourseSettings rejects a stale revision without a call or a transaction', async ({ service }) => {
    const request = { ifMatch: '"0"', body: aSettingsChange({ slug: 'prog-1' }) }
    const queries = await queriesOf(service, () =>
      expect(service.send('PUT', '/courses/11/settings', request)).toBeProblem(412, 'revision_conflict'),
    )
    expect(queries).not.toHaveProperty('start')
    expect(upstreamCalls(service)).toEqual([])
  })

  it('refreshCourseTags makes one call for the tags and one for each grader', async ({ service }) => {
    await expect(service.send('POST', '/courses/11/settings/refresh')).toBeReply(200)
    expect(upstreamCalls(service).toSorted()).toEqual([
      'GET /api/v2/courses/11/usertags',
      'GET /api/v2/users/102',
      'GET /api/v2/users/103',
    ])
  })

  it('exportGraders makes one call for each grader and one for the addresses', async ({ service }) => {
    await expect(service.get('/courses/11/graders')).toBeReply(200)
    expect(upstreamCalls(service)).toEqual(['GET /api/v2/users/102', 'GET /api/v2/users/103', 'GET /api/v2/users'])
  })
})

it.beforeEach(({ service }) => service.upstream.journal.clear())

const upstreamCalls = (service: TestService): string[] =>
  service.upstream.journal.entries.map(({ method, path }) => `${method} ${path}`)
