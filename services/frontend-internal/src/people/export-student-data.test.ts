import { describe, expect } from 'vitest'
import { itOn, startTestService, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared)

describe('exportStudentData', () => {
  it('exports all data about the person in the course', async ({ service }) => {
    const reply = await exportOf(service, 201)
    expect(reply.status).toBe(200)
    const document = (await reply.json()) as { submissions: { submissionId: number }[] }
    expect(document).toEqual({
      courseId: 11,
      userId: 201,
      exportedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      roster: [
        {
          username: 'student01',
          fullName: expect.any(String),
          email: expect.stringContaining('@'),
          studentId: expect.any(String),
          tagSlugs: expect.arrayContaining(['group-a']),
          leftAt: null,
        },
      ],
      submissions: expect.any(Array),
      plannedResults: [],
      assessedSubmissions: [],
      assessments: [],
      assessmentHistory: [],
      parkedDrafts: [],
      feedback: [],
      feedbackVersions: [],
      erasure: [],
      actions: [{ action: 'export', at: expect.any(String) }],
    })
    // One submission by only the student, one by a group of three, and a second attempt.
    expect(document.submissions.map(({ submissionId }) => submissionId)).toEqual(
      expect.arrayContaining([3001, 3009, 3031]),
    )
  })

  it('is an attachment that no cache keeps', async ({ service }) => {
    const { headers, body } = await exportOf(service, 202)
    await body?.cancel()
    expect(
      Object.fromEntries(
        ['content-type', 'content-disposition', 'x-content-type-options', 'cache-control', 'content-length'].map(
          (name) => [name, headers.get(name)],
        ),
      ),
    ).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="student-11-202.json"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-length': null,
    })
  })

  it("is recorded with ids only, also for HEAD, and logged with the teacher's user id", async ({ service }) => {
    await (await exportOf(service, 203)).text()
    await exportOf(service, 203, { method: 'HEAD' })
    const action = { course_id: 11, action: 'export', by_user_id: 101 }
    expect(await actionsOn(service, 203)).toEqual([action, action])
    const lines = service.logLines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event === 'person_exported')
    expect(lines.at(-1)).toMatchObject({ userId: 101, courseId: 11 })
  })

  it('replies not_found for a person without data in the course, and records nothing', async ({ service }) => {
    await expect(exportOf(service, 301)).toBeProblem(404, 'not_found')
    expect(await actionsOn(service, 301)).toEqual([])
  })
})

async function prepared() {
  const service = await startTestService()
  const teacher = await service.signIn(101)
  await expect(service.request('POST', '/courses/11/snapshot/refresh', { session: teacher })).toBeReply(200)
  return service
}

const exportOf = (
  service: TestService,
  userId: number,
  { session, courseId = 11, method = 'GET' }: { session?: string | undefined; courseId?: number; method?: string } = {},
) => service.send(method, `/courses/${courseId}/students/${userId}/data`, { session })

const actionsOn = (service: TestService, userId: number) =>
  service.sql`SELECT course_id::int, action, by_user_id::int FROM person_action WHERE user_id = ${userId} ORDER BY at`
