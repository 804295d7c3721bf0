import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { describe, expect } from 'vitest'
import { it, type TestService } from '../service-test.fixture.ts'

describe('refreshCourseTags', () => {
  it('makes no revision if nothing changed', async ({ service }) => {
    expect(await refresh(service)).toMatchObject({ settings: { revision: 1 }, warnings: [] })
    expect(await refresh(service, {})).toMatchObject({ settings: { revision: 1 }, warnings: [] })
    expect(await revisions(service)).toHaveLength(1)
  })

  it('adds a new tag, in a revision with a row in the history', async ({ service }) => {
    service.upstream.world.addTag({
      courseId: 11,
      slug: 'new',
      name: 'New',
      description: 'What is new',
      color: '#FFFFFF',
    })
    const { settings } = await refresh(service)
    expect(settings.revision).toBe(2)
    expect(settings.tags).toContainEqual({
      slug: 'new',
      name: 'New',
      description: 'What is new',
      color: '#FFFFFF',
      fontWhite: false,
    })
    expect((await revisions(service))[0]).toMatchObject({
      revision: 2,
      userId: 101,
      boundary: 'frontend',
      operation: 'refreshCourseTags',
    })
  })
})

interface Refreshed {
  settings: CourseSettings
  warnings: { code: string; slug: string }[]
}

const post = (service: TestService, body?: unknown) => service.send('POST', '/courses/11/settings/refresh', { body })

const refresh = async (service: TestService, body?: unknown): Promise<Refreshed> => {
  const reply = await post(service, body)
  expect(reply.status).toBe(200)
  const refreshed = (await reply.json()) as Refreshed
  expect(reply.headers.get('etag')).toBe(`"${refreshed.settings.revision}"`)
  return refreshed
}

const revisions = async (service: TestService) => {
  const reply = await service.get('/courses/11/settings/revisions')
  return (
    (await reply.json()) as { items: { revision: number; userId: number; boundary: string; operation: string }[] }
  ).items
}
