import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { describe, expect } from 'vitest'
import { registerSubmission } from '../assessments/assessments.fixture.ts'
import { itOn, type TestService } from '../service-test.fixture.ts'
import { startWithSnapshot } from '../submissions/submissions.fixture.ts'

const it = itOn(prepared)

describe('exports of grades whose readers stop reading', () => {
  it('keep no connection to the database', async ({ service, teacher }) => {
    // One more than the service has connections.
    const begun = await Promise.all(Array.from({ length: 5 }, () => ask(service, teacher)))
    await stalled(service)
    await expect(service.get('/courses/11/settings', teacher)).toBeReply(200)
    await stalled(service)
    // On a slow machine the service has given some of them up by now.
    for (const reply of begun) await reply.body?.cancel().catch(() => {})
  })

  it('have everybody once, whoever comes before they go on', async ({ service, teacher }) => {
    const reply = await ask(service, teacher)
    await stalled(service)
    await registerSubmission(service, { submissionId: 50, submitterIds: [idle], submittedAt: '2020-01-01T00:00:00Z' })
    await service.sql`INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
      VALUES (11, ${late}, 'late', 'Late', '', '{}', '')`
    const rows = parse<Record<string, string>>(await readSlowly(reply), { bom: true, columns: true })
    const userIds = rows.map(({ userId }) => Number(userId))
    const roster = await service.sql`SELECT user_id::int AS id FROM present_student WHERE course_id = 11 ORDER BY 1`
    expect(userIds.toSorted((one, other) => one - other)).toEqual(roster.map(({ id }) => id))
    const submissionOf = (id: number) => rows[userIds.indexOf(id)]?.['submissionId']
    expect([submissionOf(idle), submissionOf(late)]).toEqual(['50', ''])
  })
})

const ask = (service: TestService, session: string) => service.get('/courses/11/exercises/1103/grades', session)

/** Waits until no connection of the service has a transaction, or has had one just now. */
const stalled = (service: TestService) =>
  expect
    .poll(
      () => service.sql`SELECT state, query FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'frontend-internal'
          AND (state <> 'idle' OR state_change > now() - interval '300 ms')`,
      { timeout: 8_000 },
    )
    .toEqual([])

async function readSlowly(reply: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let sinceLast = 0
  for await (const piece of reply.body!) {
    pieces.push(piece)
    sinceLast += piece.length
    if (sinceLast < 1_000_000) continue
    sinceLast = 0
    await pause(50)
  }
  return Buffer.concat(pieces).toString()
}

const [idle, late] = [11_001, 12_000]

/** Six pages of work, and some students without any. Their names are so long that no buffer between service and reader has them all. */
async function prepared() {
  const service = await startWithSnapshot()
  await service.sql`DELETE FROM snapshot_submitter WHERE course_id = 11`
  await service.sql`DELETE FROM snapshot_submission WHERE course_id = 11`
  await service.sql`
    WITH entered AS (
      INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture,
        registered_at, max_points_at)
      SELECT 1000000 + nth, 11, 1103, '2026-11-01T10:00:00Z', 'en', 1, 10, FALSE, FALSE, now(), now()
      FROM generate_series(1, 6000) AS nth RETURNING submission_id)
    INSERT INTO submission_submitter (submission_id, user_id) SELECT submission_id, submission_id - 1000000 + 5000 FROM entered`
  await service.sql`
    INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
    SELECT 11, 5000 + nth, 'user' || nth, repeat('x', 2000), '', '{}', '' FROM generate_series(1, 6050) AS nth`
  return service
}
