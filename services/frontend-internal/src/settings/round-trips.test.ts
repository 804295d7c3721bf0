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
const queries = (status: number, method: string, path: string, request: FrontendRequest = {}) =>
  queriesOf(service, async () => {
    expect((await service.request(method, path, { session: teacher, ...request })).status).toBe(status)
  })
const csv = {
  headers: { 'Content-Type': 'text/csv' },
  body: 'email;languages;feedbackTags;gradingTags\n102;fi;;\n103;en,fi;;',
}
/** The session, and the settings that say whether the course is configured. */
const authorization = { useSession: 1, listCourseSettings: 1 }
const oneWrite = {
  start: 1,
  lockCourseSettings: 1,
  replaceManualGradingExercises: 1,
  updateCourseSettings: 1,
  commit: 1,
}

describe('round trips of settings', () => {
  it('getCourseSettings makes two queries and no call to the platform', async () => {
    expect(await queries(200, 'GET', '/courses/11/settings')).toEqual(authorization)
    expect(await queries(304, 'GET', '/courses/11/settings', { headers: { 'If-None-Match': etag ?? '' } })).toEqual(
      authorization,
    )
    expect(upstreamCalls()).toEqual([])
  })

  it('putCourseSettings reads the session and the settings, makes one call for each grader, and writes with one statement', async () => {
    expect(await queries(200, 'PUT', '/courses/11/settings', { ifMatch: etag, body: aSettingsChange() })).toEqual({
      ...authorization,
      updateCourseSettingsInPlace: 1,
    })
    expect(upstreamCalls()).toEqual(['GET /api/v2/users/102', 'GET /api/v2/users/103'])
  })

  it('putCourseSettings with another slug writes with four statements in one transaction', async () => {
    expect(
      await queries(200, 'PUT', '/courses/11/settings', { ifMatch: etag, body: aSettingsChange({ slug: 'prog-1' }) }),
    ).toEqual({ ...authorization, ...oneWrite, insertCourseSlug: 1 })
  })

  it('putCourseSettings rejects a stale revision without looking up graders or opening a transaction', async () => {
    expect(await queries(412, 'PUT', '/courses/11/settings', { ifMatch: '"0"', body: aSettingsChange() })).toEqual(
      authorization,
    )
    expect(upstreamCalls()).toEqual([])
  })

  it('refreshCourseTags makes one call for the tags and one for each grader, and then two statements in one transaction, or four for a change', async () => {
    const unchanged = { ...authorization, start: 1, lockCourseSettingsDocument: 1, updateCourseTags: 1, commit: 1 }
    expect(await queries(200, 'POST', '/courses/11/settings/refresh')).toEqual(unchanged)
    expect(upstreamCalls().toSorted()).toEqual([
      'GET /api/v2/courses/11/usertags',
      'GET /api/v2/users/102',
      'GET /api/v2/users/103',
    ])
    service.upstream.world.addTag({ courseId: 11, slug: 'new', name: 'New' })
    expect(await queries(200, 'POST', '/courses/11/settings/refresh')).toEqual({
      ...authorization,
      start: 1,
      lockCourseSettingsDocument: 1,
      lockCourseSettings: 1,
      replaceManualGradingExercises: 1,
      updateCourseSettingsAndTags: 1,
      commit: 1,
    })
  })

  it('listSettingsRevisions and getSettingsRevision make one query more than other reads', async () => {
    expect(await queries(200, 'GET', '/courses/11/settings/revisions')).toEqual({
      ...authorization,
      listSettingsRevisions: 1,
    })
    expect(await queries(200, 'GET', '/courses/11/settings/revisions/1')).toEqual({
      ...authorization,
      findSettingsRevision: 1,
    })
  })

  it('importGraders makes the same round trips as putCourseSettings, and writes nothing in a dry run', async () => {
    expect(await queries(200, 'PUT', '/courses/11/graders?dryRun=true', { ifMatch: etag, ...csv })).toEqual(
      authorization,
    )
    expect(await queries(200, 'PUT', '/courses/11/graders', { ifMatch: etag, ...csv })).toEqual({
      ...authorization,
      updateCourseSettingsInPlace: 1,
    })
  })

  it('exportGraders makes two queries, one call for each grader and one for the addresses', async () => {
    expect(await queries(200, 'GET', '/courses/11/graders')).toEqual(authorization)
    expect(upstreamCalls()).toEqual(['GET /api/v2/users/102', 'GET /api/v2/users/103', 'GET /api/v2/users'])
  })
})
