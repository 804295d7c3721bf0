import { courseBriefExample } from '@course-grading/contracts/courses/course-view-examples'
import { statementsOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { it, type Page, type TestService } from '../service-test.fixture.ts'

describe('listCourses', () => {
  it("lists the caller's courses by id, configured or not", async ({ service }) => {
    expect(await list(service, await service.signIn(101))).toEqual({
      items: [
        courseBriefExample,
        { ...courseBriefExample, courseId: 12, slug: null, name: 'Programming 2', code: 'PRG-2', configured: false },
      ],
      nextCursor: null,
    })
  })

  it.for<[userId: number, expected: Partial<Course>[]]>([
    [103, [{ courseId: 11, roles: ['assistant', 'grader'] }]],
    [105, []],
    [
      201,
      [
        { courseId: 11, roles: ['student'] },
        { courseId: 14, roles: ['student'] },
      ],
    ],
  ])('lists the courses of %i with the role in each', async ([userId, expected], { service }) => {
    expect((await list(service, await service.signIn(userId))).items).toMatchObject(expected)
    expect((await list(service, await service.signIn(userId))).items).toHaveLength(expected.length)
  })

  it('shows students no settings of a course that the learning platform hides from them', async ({ service }) => {
    const [teacher, student] = [await service.signIn(101), await service.signIn(201)]
    service.upstream.world.course(11).visibleToStudents = false
    await expect(service.send('POST', '/courses/11/snapshot/refresh')).toBeReply(200)
    const [hidden] = (await list(service, student)).items
    const [own] = (await list(service, teacher)).items
    service.upstream.world.course(11).visibleToStudents = true
    await expect(service.send('POST', '/courses/11/snapshot/refresh')).toBeReply(200)
    expect(hidden).toMatchObject({ courseId: 11, slug: null, configured: false })
    expect(own).toMatchObject({ courseId: 11, slug: 'programming-1', configured: true })
    expect((await list(service, student)).items[0]).toMatchObject({
      courseId: 11,
      slug: 'programming-1',
      configured: true,
    })
  })

  it('leaves out a course that is not listed, for its students alone; their session and its own pages keep it', async ({
    service,
  }) => {
    const [teacher, student] = [await service.signIn(101), await service.signIn(201)]
    await setListed(service, false)
    const listedFor = async (session: string) => (await list(service, session)).items.map(({ courseId }) => courseId)
    const lists = [await listedFor(teacher), await listedFor(student)]
    const { courses } = await service.read<{ courses: object[] }>('/session', student)
    const front = await service.read<object>('/courses/11', student)
    await setListed(service, true)
    expect(lists).toEqual([[11, 12], [14]])
    expect([courses[0], front]).toMatchObject([
      { courseId: 11, listed: false, configured: true },
      { courseId: 11, listed: false },
    ])
  })

  it('has pages, each after the one before', async ({ service }) => {
    const session = await attend(service, 57)
    const first = await list(service, session)
    expect(first.items.length).toBe(50)
    expect(first.items.at(-1)?.courseId).toBe(5050)
    const second = await list(service, session, `?cursor=${first.nextCursor}`)
    expect(second.items.map(({ courseId }) => courseId)).toEqual([5051, 5052, 5053, 5054, 5055, 5056, 5057])
    expect(second.nextCursor).toBe(null)
    for (const limit of [19, 57, 200]) {
      const pages = await Array.fromAsync(service.pages<Course>(`/courses?limit=${limit}`, session))
      for (const items of pages) expect(items.length).toBeLessThanOrEqual(limit)
      expect(pages.flat().map(({ courseId }) => courseId)).toEqual(
        Array.from({ length: 57 }, (_, index) => 5001 + index),
      )
    }
  })

  it('makes as many statements for many courses as for one', async ({ service }) => {
    const [one, many] = [await service.signIn(101), await attend(service, 57)]
    const countOf = (session: string) => statementsOf(service, () => list(service, session, '?limit=200'))
    expect(await countOf(many)).toBe(await countOf(one))
  })
})

type Course = { readonly courseId: number; readonly roles: string[] }

const list = (service: TestService, session: string, query = '') =>
  service.read<Page<Course>>(`/courses${query}`, session)

const setListed = (service: TestService, listed: boolean): Promise<unknown> =>
  service.database.query(
    `UPDATE course_settings SET document = jsonb_set(document::jsonb, '{listed}', $1::jsonb)::json WHERE course_id = 11`,
    [String(listed)],
  )

/** Signs in a student of `courses` courses, whose ids begin with 5001. */
async function attend(service: TestService, courses: number, name = 'Many'): Promise<string> {
  const { world } = service.upstream
  const { id, token } = world.addUser({ username: `attends-${courses}-${world.nextId()}` })
  for (let courseId = 5001; courseId <= 5000 + courses; courseId += 1) {
    if (!world.courses.has(courseId)) world.addCourse({ ...world.course(12), id: courseId, name })
    world.setRole(courseId, id, 'student')
  }
  const reply = await service.request('POST', '/sessions', { body: { token } })
  return ((await reply.json()) as { sessionId: string }).sessionId
}
