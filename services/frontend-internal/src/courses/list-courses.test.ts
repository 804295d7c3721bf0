import { statementsOf } from '@course-grading/test-service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

interface Page {
  items: { courseId: number; roles: string[] }[]
  nextCursor: string | null
}
const list = async (session: string, query = ''): Promise<Page> => {
  const reply = await service.request('GET', `/courses${query}`, { session })
  expect(reply.status).toBe(200)
  return (await reply.json()) as Page
}

/** Signs in a student of `courses` courses, whose ids begin with 5001. */
async function attend(courses: number, name = 'Many'): Promise<string> {
  const { world } = service.upstream
  const { id, token } = world.addUser({ username: `attends-${courses}-${world.nextId()}` })
  for (let courseId = 5001; courseId <= 5000 + courses; courseId += 1) {
    if (!world.courses.has(courseId)) world.addCourse({ ...world.course(12), id: courseId, name })
    world.setRole(courseId, id, 'student')
  }
  const reply = await service.request('POST', '/sessions', { body: { token } })
  return ((await reply.json()) as { sessionId: string }).sessionId
}

describe('listCourses', () => {
  it("lists the caller's courses by id, configured or not", async () => {
    expect(await list(await service.signIn(101))).toEqual({
      items: [
        {
          courseId: 11,
          slug: 'programming-1',
          name: 'Programming 1',
          code: 'PRG-1',
          instanceName: '2026',
          configured: true,
          roles: ['teacher'],
        },
        {
          courseId: 12,
          slug: null,
          name: 'Programming 2',
          code: 'PRG-2',
          instanceName: '2026',
          configured: false,
          roles: ['teacher'],
        },
      ],
      nextCursor: null,
    })
  })

  it.each<[userId: number, expected: Partial<Page['items'][number]>[]]>([
    [103, [{ courseId: 11, roles: ['assistant', 'grader'] }]],
    [105, []],
    [
      201,
      [
        { courseId: 11, roles: ['student'] },
        { courseId: 14, roles: ['student'] },
      ],
    ],
  ])('lists the courses of %i with the role in each', async (userId, expected) => {
    expect((await list(await service.signIn(userId))).items).toMatchObject(expected)
    expect((await list(await service.signIn(userId))).items).toHaveLength(expected.length)
  })

  it('shows students no settings of a course that the learning platform hides from them', async () => {
    const [teacher, student] = [await service.signIn(101), await service.signIn(201)]
    service.upstream.world.course(11).visibleToStudents = false
    expect((await service.request('POST', '/courses/11/snapshot/refresh', { session: teacher })).status).toBe(200)
    const [hidden] = (await list(student)).items
    const [own] = (await list(teacher)).items
    service.upstream.world.course(11).visibleToStudents = true
    expect((await service.request('POST', '/courses/11/snapshot/refresh', { session: teacher })).status).toBe(200)
    expect(hidden).toMatchObject({ courseId: 11, slug: null, configured: false })
    expect(own).toMatchObject({ courseId: 11, slug: 'programming-1', configured: true })
    expect((await list(student)).items[0]).toMatchObject({ courseId: 11, slug: 'programming-1', configured: true })
  })

  it('has pages, each after the one before', async () => {
    const session = await attend(57)
    const first = await list(session)
    expect([first.items.length, first.items.at(-1)?.courseId]).toEqual([50, 5050])
    const second = await list(session, `?cursor=${first.nextCursor}`)
    expect([second.items.map(({ courseId }) => courseId), second.nextCursor]).toEqual([
      [5051, 5052, 5053, 5054, 5055, 5056, 5057],
      null,
    ])
    for (const limit of [1, 19, 57, 200]) {
      const seen: number[] = []
      let page = await list(session, `?limit=${limit}`)
      for (;;) {
        seen.push(...page.items.map(({ courseId }) => courseId))
        expect(page.items.length).toBeLessThanOrEqual(limit)
        if (page.nextCursor === null) break
        page = await list(session, `?limit=${limit}&cursor=${page.nextCursor}`)
      }
      expect(seen).toEqual(Array.from({ length: 57 }, (_, index) => 5001 + index))
    }
  })

  it('makes as many statements for many courses as for one', async () => {
    const [one, many] = [await service.signIn(101), await attend(57)]
    const countOf = (session: string) => statementsOf(service, () => list(session, '?limit=200'))
    expect(await countOf(many)).toBe(await countOf(one))
  })
})
