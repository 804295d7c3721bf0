import type { StudentPage } from '@course-grading/contracts/students/student'
import { describe, expect } from 'vitest'
import { itOn, startTestService, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared)

describe('eraseStudentData', () => {
  it('removes the person from lists, search, pages and heads of submissions', async ({ service }) => {
    const { username } = (await (await get(service, '/courses/11/students/202')).json()) as { username: string }
    const reply = await erase(service, 202)
    expect(reply.status).toBe(204)
    expect(await reply.text()).toBe('')
    expect(await idsIn(await get(service, '/courses/11/students'))).not.toContain(202)
    expect(await idsIn(await get(service, `/courses/11/students?q=${username}`))).toEqual([])
    await expect(get(service, '/courses/11/students/202')).toBeProblem(404, 'not_found')
    expect(await count(service, 'snapshot_submitter WHERE user_id = $1', 202)).toBe(0)
  })

  it('makes later refreshes leave the person out, and count nobody as added or removed', async ({ service }) => {
    await erase(service, 208)
    const changes = await (await service.send('POST', '/courses/11/snapshot/refresh')).json()
    expect(changes).toMatchObject({ students: { added: 0, removed: 0 } })
    expect(await idsIn(await get(service, '/courses/11/students'))).not.toContain(208)
    expect(await count(service, 'snapshot_submitter WHERE user_id = $1', 208)).toBe(0)
  })

  it('signs the person out everywhere at once', async ({ service, replica }) => {
    const theirs = [await service.signIn(209), await replica.signIn(209)]
    await erase(service, 209)
    for (const session of theirs) {
      for (const through of [service, replica]) {
        await expect(through.get('/session', session)).toBeProblem(401, 'invalid_session')
      }
    }
  })

  // The pending delivery comes last, since it would be sent before another one.
  it.for([
    ['ambiguous', 'delivery_ambiguous'],
    ['pending', 'delivery_pending'],
  ] as const)('is refused beside a grade that is %s', async ([state, code], { service, deliveries }) => {
    await deliveries.put(state, erasable[state])
    const userId = Number(service.upstream.world.submission(erasable[state]).submitterIds[0])
    await expect(erase(service, userId)).toBeProblem(409, code)
    const unsettledFor = async (session?: string) =>
      (await service.read<StudentPage>(`/courses/11/students/${userId}`, session)).unsettled
    expect(await unsettledFor()).toEqual([{ deliveryId: expect.any(String), submissionId: erasable[state], state }])
    for (const reader of [103, userId]) expect(await unsettledFor(await service.signIn(reader))).toEqual([])
    expect(await count(service, 'submission_submitter WHERE user_id = $1', userId)).toBe(1)
  })

  it('is recorded only by ids, and an export then shows nothing else', async ({ service }) => {
    await erase(service, 211)
    expect(
      await service.sql`SELECT course_id::int, action, by_user_id::int FROM person_action WHERE user_id = 211`,
    ).toEqual([{ course_id: 11, action: 'erase', by_user_id: 101 }])
    expect(await (await get(service, '/courses/11/students/211/data')).json()).toEqual({
      courseId: 11,
      userId: 211,
      exportedAt: expect.any(String),
      roster: [],
      plannedResults: [],
      assessedSubmissions: [],
      assessments: [],
      assessmentHistory: [],
      parkedDrafts: [],
      feedback: [],
      feedbackVersions: [],
      submissions: [],
      erasure: [{ erasedAt: expect.any(String) }],
      actions: [
        { action: 'erase', at: expect.any(String) },
        { action: 'export', at: expect.any(String) },
      ],
    })
    const lines = service.logLines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event === 'person_erased')
    expect(lines.at(-1)).toMatchObject({ userId: 101, courseId: 11 })
  })

  it('does nothing the second time, with the body `{}`', async ({ service }) => {
    await erase(service, 212)
    const theirs = await service.signIn(212)
    const again = await service.send('DELETE', '/courses/11/students/212/data', {
      body: {},
    })
    expect(again.status).toBe(204)
    expect(await again.text()).toBe('')
    await expect(get(service, '/session', theirs)).toBeReply(200)
    expect(await count(service, 'person_action WHERE user_id = $1', 212)).toBe(1)
  })

  it('replies not_found for a person unknown to the course, and keeps their sessions', async ({ service }) => {
    const stranger = await service.signIn(301)
    await expect(erase(service, 301)).toBeProblem(404, 'not_found')
    await expect(get(service, '/session', stranger)).toBeReply(200)
    expect(await count(service, 'course_erased_person WHERE user_id = $1', 301)).toBe(0)
  })
})

async function prepared() {
  const service = await startTestService()
  const teacher = await service.signIn(101)
  const otherTeacher = await service.signIn(104)
  service.upstream.world.setRole(13, 210, 'student')
  for (const [courseId, session] of [
    [11, teacher],
    [13, otherTeacher],
  ] as const) {
    await expect(service.request('POST', `/courses/${courseId}/snapshot/refresh`, { session })).toBeReply(200)
  }
  return service
}

/** Submissions of one student each. */
const erasable = { pending: 3014, ambiguous: 3015 }

const idsIn = async (reply: Response) =>
  ((await reply.json()) as { items: { userId: number }[] }).items.map(({ userId }) => userId)

const erase = (
  service: TestService,
  userId: number,
  { session, courseId = 11 }: { session?: string | undefined; courseId?: number } = {},
) => service.send('DELETE', `/courses/${courseId}/students/${userId}/data`, { session })

const get = (service: TestService, path: string, session?: string) => service.get(path, session)

const count = async (service: TestService, text: string, userId: number) =>
  (await service.database.query(`SELECT count(*)::int AS count FROM ${text}`, [userId]))[0]?.['count']
