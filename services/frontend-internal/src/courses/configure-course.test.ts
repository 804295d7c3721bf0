import { newCourseSettingsExample } from '@course-grading/contracts/settings/course-settings-examples'
import { queriesOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { it, type TestService } from '../service-test.fixture.ts'

describe('configureCourse', () => {
  it('replies 201 with the settings at revision 1, which later reads return, too', async ({ service }) => {
    const reply = await configure(service, { courseId: 12 })
    await expect(reply).toBeRevision(201, 1)
    const text = await reply.text()
    expect(JSON.parse(text)).toEqual(newCourseSettingsExample)
    const read = await service.get('/courses/12/settings')
    expect(read.headers.get('etag')).toBe('"1"')
    expect(await read.text()).toEqual(text)
    const list = await service.get('/courses')
    expect(await list.json()).toMatchObject({ items: [{}, { courseId: 12, slug: 'programming-2', configured: true }] })
  })

  it.for([102, 104] as const)(
    'is forbidden to %i, after the schema of the body was checked and before the course is read',
    async (userId, { service }) => {
      const session = await service.signIn(userId)
      for (const courseId of [11, 12, 99])
        await expect(configure(service, { courseId, slug: 'data-structures' }, session)).toBeProblem(403, 'forbidden')
      await expect(configure(service, { courseId: 0 }, session)).toBeProblem(400, 'validation_failed')
    },
  )

  it('rejects a course that is already configured', async ({ service }) => {
    await expect(configure(service, { courseId: 11 })).toBeProblem(409, 'already_configured')
  })

  it('rejects the slug of another course', async ({ service }) => {
    await expect(configure(service, { courseId: 12, slug: 'data-structures' })).toBeProblem(409, 'slug_taken', {
      fieldErrors: [{ path: '$.slug' }],
    })
  })

  it('reads the course and its tags, and then writes in one transaction', async ({ service }) => {
    service.upstream.journal.clear()
    const queries = await queriesOf(service, () => configure(service, { courseId: 12 }))
    expect(service.upstream.journal.entries.map(({ path }) => path).toSorted()).toEqual([
      '/api/v2/courses/12',
      '/api/v2/courses/12/usertags',
    ])
    expect(queries['start']).toBe(1)
  })
})

it.afterEach(async ({ service }) => {
  service.upstream.faults.clear()
  for (const table of ['staff_name', 'course_settings_revision', 'course_tag', 'course_settings', 'course_slug']) {
    await service.database.query(`DELETE FROM ${table} WHERE course_id = 12`)
  }
})

const configure = (service: TestService, body: unknown, session?: string): Promise<Response> =>
  service.send('POST', '/courses', { session, body })
