import { queriesOf } from '@course-grading/test-service'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { issuesOf, verdictOf } from '../every-operation.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let teacher: string
beforeAll(async () => {
  service = await startTestService()
  teacher = await service.signIn(101)
})
afterEach(async () => {
  service.upstream.faults.clear()
  for (const table of [
    'staff_name',
    'course_settings_revision',
    'course_language',
    'course_tag',
    'course_settings',
    'course_slug',
  ]) {
    await ownerQuery(service, `DELETE FROM ${table} WHERE course_id = 12`)
  }
})
afterAll(() => service.stop())

const configure = (body: unknown, session = teacher): Promise<Response> =>
  service.request('POST', '/courses', { session, body })

describe('configureCourse', () => {
  it('replies 201 with the settings at revision 1, which later reads return, too', async () => {
    const reply = await configure({ courseId: 12 })
    expect([reply.status, reply.headers.get('etag')]).toEqual([201, '"1"'])
    const text = await reply.text()
    expect(JSON.parse(text)).toEqual({
      revision: 1,
      schemaVersion: 1,
      courseId: 12,
      slug: 'programming-2',
      name: 'Programming 2',
      languages: ['en'],
      highlightLanguages: [],
      courseConfigUrl: null,
      templates: { automaticExtensions: true, extensions: [], excludedPathSegments: [] },
      listed: false,
      visibleTagSlugs: [],
      graders: [],
      manualGradingExercises: [],
      tags: [],
      ltiLoginUrl: null,
    })
    const read = await service.request('GET', '/courses/12/settings', { session: teacher })
    expect([read.headers.get('etag'), await read.text()]).toEqual(['"1"', text])
    const list = await service.request('GET', '/courses', { session: teacher })
    expect(await list.json()).toMatchObject({ items: [{}, { courseId: 12, slug: 'programming-2', configured: true }] })
  })

  it('uses the requested slug', async () => {
    expect(await (await configure({ courseId: 12, slug: 'autumn-2026' })).json()).toMatchObject({ slug: 'autumn-2026' })
  })

  it.each([102, 103, 104, 105, 201])(
    'is forbidden to %i, after the schema of the body was checked and before the course is read',
    async (userId) => {
      const session = await service.signIn(userId)
      for (const courseId of [11, 12, 99])
        expect(await verdictOf(await configure({ courseId, slug: 'data-structures' }, session))).toEqual([
          403,
          'forbidden',
        ])
      expect(await verdictOf(await configure({ courseId: 0 }, session))).toEqual([400, 'validation_failed'])
    },
  )

  it('rejects a course that is already configured', async () => {
    expect(await verdictOf(await configure({ courseId: 11 }))).toEqual([409, 'already_configured'])
  })

  it.each(['data-structures', 'programming-1'])('rejects the slug %s of another course', async (slug) => {
    const reply = await configure({ courseId: 12, slug })
    expect([reply.status, await reply.json()]).toMatchObject([
      409,
      { code: 'slug_taken', fieldErrors: [{ path: '$.slug' }] },
    ])
  })

  it.each<[body: unknown, issues: string[]]>([
    [{}, ['$.courseId required']],
    [{ courseId: '12' }, ['$.courseId invalid_type']],
    [{ courseId: 0 }, ['$.courseId too_small']],
    [{ courseId: 1.5, slug: 'A' }, ['$.courseId invalid_type', '$.slug invalid_format']],
    [{ courseId: 12, slug: null }, ['$.slug invalid_type']],
    [{ courseId: 12, name: 'x' }, ['$.name unknown_field']],
  ])('rejects %j', async (body, issues) => {
    const reply = await configure(body)
    expect([reply.status, (await issuesOf(reply)).toSorted()]).toEqual([400, issues])
  })

  it.each(['/api/v2/courses/12', '/api/v2/courses/12/usertags'])(
    'configures nothing while %s does not reply',
    async (path) => {
      service.upstream.faults.add({ path, action: { kind: 'status', status: 500 } })
      expect(await verdictOf(await configure({ courseId: 12 }))).toEqual([502, 'upstream_unavailable'])
      expect(await verdictOf(await service.request('GET', '/courses/12/settings', { session: teacher }))).toEqual([
        404,
        'not_found',
      ])
    },
  )

  it('succeeds for one of eight requests at the same time', async () => {
    const verdicts = await Promise.all(
      Array.from({ length: 8 }, async () => (await verdictOf(await configure({ courseId: 12 }))).join(' ')),
    )
    expect(verdicts.toSorted()).toEqual(['201 ', ...Array.from({ length: 7 }, () => '409 already_configured')])
  })

  it('reads the course and its tags, and then writes in one transaction', async () => {
    service.upstream.journal.clear()
    const queries = await queriesOf(service, () => configure({ courseId: 12 }))
    expect(service.upstream.journal.entries.map(({ path }) => path).toSorted()).toEqual([
      '/api/v2/courses/12',
      '/api/v2/courses/12/usertags',
    ])
    expect(queries['start']).toBe(1)
  })
})
