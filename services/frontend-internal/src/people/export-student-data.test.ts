import { connect } from 'node:net'
import { describe, expect } from 'vitest'
import { itOn, frontendSecret, startTestService, type TestService } from '../service-test.fixture.ts'

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

describe('exportStudentData with many rows', () => {
  // Pages of half a megabyte, 30 MiB in all: more than two sockets hold.
  const pages = 60
  it.beforeAll(({ service }) => addSubmissions(service, 206, pages * 500, 1_000))

  it('reads from the database only as fast as the client reads', async ({ service, teacher }) => {
    const before = await pagesRead(service)
    const { socket, received } = connectReader(service, teacher, 206)
    socket.pause()
    let last = -1
    await expect
      .poll(
        async () => {
          const [previous, now] = [last, await pagesRead(service)]
          last = now
          return now > before && now === previous
        },
        { interval: 300 },
      )
      .toBe(true)
    expect(last - before).toBeLessThan(pages - 10)
    socket.resume()
    await expect.poll(received).toBeGreaterThan(pages * 500_000)
    socket.destroy()
  })

  it('ends when the client leaves in the middle', async ({ service, teacher }) => {
    const before = await pagesRead(service)
    const { socket, received } = connectReader(service, teacher, 206)
    await expect.poll(received, { interval: 5 }).toBeGreaterThan(1_000_000)
    socket.destroy()
    await expect.poll(() => inFlight(service)).toBe(0)
    expect((await pagesRead(service)) - before).toBeLessThan(pages)
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

/** Submissions of a person, made `bytesEach` long by a long status. */
const addSubmissions = (service: TestService, userId: number, count: number, bytesEach: number) =>
  service.sql`
  WITH numbered AS (SELECT 1000000 * ${userId}::bigint + number AS id FROM generate_series(1, ${count}::int) AS number),
  submission AS (
    INSERT INTO snapshot_submission (course_id, submission_id, exercise_id, submitted_at, status, grade)
    SELECT 11, id, 1103, date_trunc('milliseconds', now()), repeat('x', ${bytesEach}::int), 1 FROM numbered)
  INSERT INTO snapshot_submitter (course_id, submission_id, user_id) SELECT 11, id, ${userId}::bigint FROM numbered`

/** A client that reads only as many bytes as the test requests. */
function connectReader(service: TestService, teacher: string, userId: number) {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  let received = 0
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  socket.write(
    `GET /internal/frontend/courses/11/students/${userId}/data HTTP/1.1\r\nHost: x\r\n` +
      `X-Service-Frontend-Secret: ${frontendSecret}\r\nAuthorization: Bearer ${teacher}\r\n\r\n`,
  )
  return { socket, received: () => received }
}

const metric = async (service: TestService, pattern: RegExp) =>
  Number(pattern.exec(await (await fetch(`${service.url}/metrics`)).text())?.[1] ?? 0)

const inFlight = (service: TestService) => metric(service, /^http_requests_in_flight (\d+)$/m)

const pagesRead = (service: TestService) =>
  metric(service, /^database_query_duration_seconds_count\{[^}]*"exportSubmissionHeads"[^}]*\} (\d+)$/m)
