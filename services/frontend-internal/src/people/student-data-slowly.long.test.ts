import { connect } from 'node:net'
import { describe, expect } from 'vitest'
import { frontendSecret, itOn, type TestService } from '../service-test.fixture.ts'
import { startWithSnapshot } from '../submissions/submissions.fixture.ts'

const it = itOn(startWithSnapshot)

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
