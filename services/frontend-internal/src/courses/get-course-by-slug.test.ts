import { describe, expect } from 'vitest'
import { changeSettings } from '../settings/settings.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'

describe('getCourseBySlug', () => {
  it('replies as getCourse does', async ({ service, teacher, student }) => {
    for (const session of [teacher, student]) {
      const [bySlug, byId] = [await get(service, 'programming-1', session), await service.get('/courses/11', session)]
      expect(bySlug.status).toBe(200)
      expect(await bySlug.text()).toEqual(await byId.text())
    }
  })

  it.for(['nothing', 'programming-2', 'data-structures'] as const)(
    'replies 404 for %s, which is unknown or belongs to a course of others',
    async (slug, { service, teacher }) => {
      await expect(get(service, slug, teacher)).toBeProblem(404, 'not_found')
    },
  )

  it('gives strangers the same reply for a taken and for a free slug', async ({ service, otherTeacher }) => {
    const replies = await Promise.all(['programming-1', 'nothing'].map((slug) => get(service, slug, otherTeacher)))
    const bodies = await Promise.all(
      replies.map(async (reply) => ({ ...((await reply.json()) as object), requestId: '' })),
    )
    expect(replies.map(({ status }) => status)).toEqual([404, 404])
    expect(bodies[0]).toEqual(bodies[1])
  })

  it('gives the same reply for both while the learning platform is down', async ({ service, rows }) => {
    const session = await service.signIn(104)
    await rows.ageIdentity(session, 301)
    service.upstream.faults.add({ path: '/**', action: { kind: 'status', status: 503 } })
    for (const slug of ['programming-1', 'nothing'])
      await expect(get(service, slug, session)).toBeProblem(502, 'upstream_unavailable')
    service.upstream.faults.clear()
  })

  it('replies 404 to students of a hidden course', async ({ service, teacher, student }) => {
    service.upstream.world.course(11).visibleToStudents = false
    await expect(get(service, 'programming-1', student)).toBeProblem(404, 'not_found')
    await expect(get(service, 'programming-1', teacher)).toBeReply(200)
    service.upstream.world.course(11).visibleToStudents = true
  })

  it('returns the current slug of the course for each old one', async ({ service, otherTeacher, student }) => {
    await changeSettings(service, { slug: 'prog-a' })
    await changeSettings(service, { slug: 'prog-b' })
    for (const old of ['programming-1', 'prog-a']) {
      expect(await (await get(service, old, student)).json()).toMatchObject({
        courseId: 11,
        slug: 'prog-b',
        movedTo: 'prog-b',
      })
    }
    expect(await (await get(service, 'prog-b', student)).json()).not.toHaveProperty('movedTo')
    await expect(get(service, 'programming-1', otherTeacher)).toBeProblem(404, 'not_found')
    await changeSettings(service, { slug: 'programming-1' })
    expect(await (await get(service, 'programming-1', student)).json()).not.toHaveProperty('movedTo')
    expect(await (await get(service, 'prog-b', student)).json()).toMatchObject({
      slug: 'programming-1',
      movedTo: 'programming-1',
    })
  })

  it.for(['all', 'by-slug'] as const)(
    'finds a course with the slug %s, which is also a part of other paths',
    async (slug, { service, student }) => {
      await changeSettings(service, { slug })
      expect(await (await get(service, slug, student)).json()).toMatchObject({ courseId: 11, slug })
    },
  )
})

const get = (service: TestService, slug: string, session: string): Promise<Response> =>
  service.get(`/courses/by-slug/${slug}`, session)
