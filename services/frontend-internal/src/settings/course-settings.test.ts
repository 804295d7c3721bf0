import { demoCourses, aSettingsChange, changeOf } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import { queriesOf } from '@course-grading/test-service'
import { it, type TestService } from '../service-test.fixture.ts'
import { changeSettings } from './settings.fixture.ts'

it.beforeEach(({ service }) => service.upstream.journal.clear())

describe('getCourseSettings', () => {
  it('replies with the stored document, byte for byte, with its revision', async ({ service }) => {
    const reply = await service.get('/courses/11/settings')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('etag')).toBe('"1"')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(await reply.text()).toBe(JSON.stringify(demoCourses.programming1))
  })

  it('replies 304 to a caller with the current revision, and with the document to others', async ({ service }) => {
    const read = (etag: string) => service.send('GET', '/courses/11/settings', { headers: { 'If-None-Match': etag } })
    const known = await read('"1"')
    await expect(known).toBeRevision(304, 1)
    expect(await known.text()).toBe('')
    await expect(read('"2"')).toBeReply(200)
  })
})

describe('putCourseSettings', () => {
  it('stores the whole change as the next revision and replies with the document', async ({ service }) => {
    const change = aSettingsChange({ name: 'Ohjelmointi 1', listed: false, manualGradingExercises: [1104, 1103, 1102] })
    const reply = await put(service, change)
    await expect(reply).toBeRevision(200, 2)
    const text = await reply.text()
    const manualGradingExercises = [1102, 1103, 1104]
    expect(JSON.parse(text)).toEqual({ ...demoCourses.programming1, ...change, revision: 2, manualGradingExercises })
    expect(await (await service.get('/courses/11/settings')).text()).toBe(text)
  })

  it('makes a new revision even if nothing changed', async ({ service }) => {
    const document = await service.read<typeof demoCourses.programming1>('/courses/11/settings')
    const next = { ...document, revision: document.revision + 1 }
    expect(await (await put(service, changeOf(document))).json()).toEqual(next)
  })

  it('reports all issues of the document against its course at once', async ({ service }) => {
    const body = aSettingsChange({
      visibleTagSlugs: ['group-a', 'nobody'],
      graders: [
        { userId: 102, languages: ['sv'] },
        { userId: 105, languages: ['fi'] },
      ],
    })
    await expect(put(service, body)).toBeProblem(400, 'validation_failed', [
      '$.visibleTagSlugs invalid_value',
      '$.graders[0].languages invalid_value',
      '$.graders[1].userId not_staff',
    ])
  })
})

describe('putCourseSettings with another slug', () => {
  it('rejects a slug that another course has or had', async ({ service, otherTeacher: session }) => {
    await expect(put(service, aSettingsChange({ slug: 'prog-2026' }))).toBeReply(200)
    for (const slug of ['prog-2026', 'programming-1']) {
      const body = { ...changeOf(demoCourses.dataStructures), slug }
      await expect(put(service, body, { courseId: 13, session })).toBeProblem(409, 'slug_taken', ['$.slug conflict'])
    }
  })

  it('rejects a slug of a course that has reserved 20, and accepts those that it has reserved', async ({ service }) => {
    await service.sql`INSERT INTO course_slug (slug, course_id) SELECT 'reserved-' || number, 11 FROM generate_series(1, 20 - (SELECT count(*) FROM course_slug WHERE course_id = 11)) AS number`
    const more = aSettingsChange({ slug: 'one-more' })
    const refused = await put(service, more)
    expect(await refused.clone().json()).toMatchObject({
      fieldErrors: [{ message: 'The course has had 20 slugs, as many as a course may.' }],
    })
    await expect(refused).toBeProblem(409, 'slug_taken', ['$.slug conflict'])
    await expect(put(service, aSettingsChange({ slug: 'reserved-1' }))).toBeReply(200)
  })
})

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

const etagOf = async (service: TestService, courseId = 11, session?: string) =>
  (await service.get(`/courses/${courseId}/settings`, session)).headers.get('etag')

/** By somebody who has just read the settings. */
async function put(
  service: TestService,
  body: object,
  { courseId = 11, session }: { courseId?: number; session?: string } = {},
) {
  const ifMatch = await etagOf(service, courseId, session)
  return await service.send('PUT', `/courses/${courseId}/settings`, { session, ifMatch, body })
}

const upstreamCalls = (service: TestService): string[] =>
  service.upstream.journal.entries.map(({ method, path }) => `${method} ${path}`)
