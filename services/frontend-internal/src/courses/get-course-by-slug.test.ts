import { aSettingsChange } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let teacher: string
let student: string
let stranger: string
beforeAll(async () => {
  service = await startTestService()
  ;[teacher, student, stranger] = [await service.signIn(101), await service.signIn(201), await service.signIn(104)]
})
afterAll(() => service.stop())

const get = (slug: string, session: string): Promise<Response> =>
  service.request('GET', `/courses/by-slug/${slug}`, { session })
async function rename(slug: string): Promise<void> {
  const ifMatch = (await service.request('GET', '/courses/11/settings', { session: teacher })).headers.get('etag')
  expect(
    (
      await service.request('PUT', '/courses/11/settings', {
        session: teacher,
        ifMatch,
        body: aSettingsChange({ slug }),
      })
    ).status,
  ).toBe(200)
}

describe('getCourseBySlug', () => {
  it('replies as getCourse does', async () => {
    for (const session of [teacher, student]) {
      const [bySlug, byId] = [
        await get('programming-1', session),
        await service.request('GET', '/courses/11', { session }),
      ]
      expect([bySlug.status, await bySlug.text()]).toEqual([200, await byId.text()])
    }
  })

  it.each(['nothing', 'programming-2', 'data-structures'])(
    'replies 404 for %s, which is unknown or belongs to a course of others',
    async (slug) => {
      expect(await verdictOf(await get(slug, teacher))).toEqual([404, 'not_found'])
    },
  )

  it('gives strangers the same reply for a taken and for a free slug', async () => {
    const replies = await Promise.all(['programming-1', 'nothing'].map((slug) => get(slug, stranger)))
    const bodies = await Promise.all(
      replies.map(async (reply) => ({ ...((await reply.json()) as object), requestId: '' })),
    )
    expect([replies.map(({ status }) => status), bodies[0]]).toEqual([[404, 404], bodies[1]])
  })

  it('replies 404 to students of a hidden course', async () => {
    service.upstream.world.course(11).visibleToStudents = false
    expect(await verdictOf(await get('programming-1', student))).toEqual([404, 'not_found'])
    expect(await verdictOf(await get('programming-1', teacher))).toEqual([200, undefined])
    service.upstream.world.course(11).visibleToStudents = true
  })

  it('returns the current slug of the course for each old one', async () => {
    await rename('prog-a')
    await rename('prog-b')
    for (const old of ['programming-1', 'prog-a']) {
      expect(await (await get(old, student)).json()).toMatchObject({ courseId: 11, slug: 'prog-b', movedTo: 'prog-b' })
    }
    expect(await (await get('prog-b', student)).json()).not.toHaveProperty('movedTo')
    expect(await verdictOf(await get('programming-1', stranger))).toEqual([404, 'not_found'])
    await rename('programming-1')
    expect(await (await get('programming-1', student)).json()).not.toHaveProperty('movedTo')
    expect(await (await get('prog-b', student)).json()).toMatchObject({
      slug: 'programming-1',
      movedTo: 'programming-1',
    })
  })

  it.each(['settings', 'students', 'graders', 'snapshot', 'all', 'by-slug'])(
    'finds a course with the slug %s, which is also a part of other paths',
    async (slug) => {
      await rename(slug)
      expect(await (await get(slug, student)).json()).toMatchObject({ courseId: 11, slug })
    },
  )
})
