import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect } from 'vitest'
import { exportGrades } from './export-grades.ts'
import { itOn, startTestService } from '../service-test.fixture.ts'

const it = itOn(prepared)

setFlagsFromString('--expose-gc')

describe('an export of 36,000 grades', { timeout: 600_000 }, () => {
  it('uses no more memory at its end than at its beginning', async ({ service }) => {
    const params = { courseId: 11, exerciseId: 1103 }
    const caller = { userId: 101, session: { preferences: null } }
    const call = { params, query: {}, caller, requestId: 'request-1' }
    const reply = await exportGrades(call as Parameters<typeof exportGrades>[0], service.deps)
    const { content } = reply.attachment
    const used: number[] = []
    let lines = 0
    let pieces = 0
    for await (const piece of content as AsyncIterable<string>) {
      lines += piece.split('\r\n').length - 1
      pieces += 1
      if (pieces % 4 > 0) continue
      collect()
      used.push(process.memoryUsage().heapUsed)
    }
    expect(lines).toBe(submissions + 1)
    expect(used.length).toBeGreaterThan(8)
    const [, first = 0] = used
    expect((Math.max(...used.slice(2)) - first) / MiB).toBeLessThan(4)
  })
})

async function prepared() {
  const service = await startTestService()
  const many = `SELECT number, 1000000 + number AS submission_id, ('00000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid AS id
    FROM generate_series(1, ${submissions}) AS number`
  const scores = JSON.stringify({ points: { points: 7.5, comment: 'x'.repeat(2_000) } })
  await service.database
    .query(`INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
    SELECT submission_id, 11, 1103, date_trunc('milliseconds', now()), 'en', 1, 10, FALSE, FALSE, now() FROM (${many}) AS given`)
  await service.database.query(
    `INSERT INTO submission_submitter (submission_id, user_id) SELECT submission_id, 500 + number % 1000 FROM (${many}) AS given`,
  )
  await service.database.query(
    `WITH given AS (${many}),
    assessment AS (
      INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, rubric_version, rubric_wording, scores,
        private_note, part_revisions, points, started_at, updated_at, completed_at, fixture)
      SELECT id, submission_id, 11, 1103, 1, 'completed', 1, 102, 0, 0, $1, '', '{}', 7.5, now(), now(), now(), FALSE FROM given)
    INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_at, fixture,
      assessment_id, rubric_version, rubric_wording, scores, feedback_revision, parts)
    SELECT id, submission_id, 11, 1103, 7.5, 10, '', '{}', now(), FALSE, id, 0, 0, $1, 1, $2 FROM given`,
    [scores, JSON.stringify([{ kind: 'criterion', criterionId: 'points', points: 7.5 }])],
  )
  await service.sql`ANALYZE`
  return service
}

const collect = runInNewContext('gc') as () => void
const MiB = 1024 * 1024
const submissions = 36_000
