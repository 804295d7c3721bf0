import { createLogger } from '@course-grading/http-kit'
import type { Job } from '@course-grading/jobs/start-job'
import { describe, expect, vi } from 'vitest'
import { ownerQuery } from '../owner-query.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'
import { startPeopleRetention } from './people-retention.ts'
import { itOn } from '../service-test.fixture.ts'

const it = itOn(prepared)

describe('the retention of people', () => {
  it('stores the end of the course at a refresh', async ({ service }) => {
    const endsAtMs = service.upstream.world.course(11).endsAtMs
    expect(await ownerQuery(service, 'SELECT ends_at FROM course_snapshot WHERE course_id = 11')).toEqual([
      { ends_at: new Date(endsAtMs) },
    ])
  })

  it('logs which rosters will be erased soon, and which were erased', async ({ service }) => {
    const [before, others] = [await students(service, 11), await students(service, 13)]
    await endedAndRefreshed(service, 11, 366)
    await endedAndRefreshed(service, 13, 360)
    await letLeaseRunOut(service)
    start(service)
    start(service)
    await vi.waitFor(async () => expect(await students(service, 11)).toBe(0), { timeout: 60_000 })
    await vi.waitFor(
      () =>
        expect(reported()).toEqual([
          ['roster_retention_ends', 13, 7],
          ['roster_erased', 11, before],
        ]),
      { timeout: 60_000 },
    )
    expect(await students(service, 13)).toBe(others)
  })

  it('still recognises the students of a course afterwards, by calls to the learning platform', async ({ service }) => {
    const session = await service.signIn(201)
    await expect(service.get('/courses/11', session)).toBeReply(200)
  })

  it('removes the texts of results without submitters, and goes on after a failure', async ({ service }) => {
    await ownerQuery(
      service,
      `INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
      VALUES (9301, 11, 1103, date_trunc('milliseconds', now()), 'en', 1, 10, FALSE, FALSE, now())`,
    )
    await ownerQuery(
      service,
      `WITH judged AS (
        INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, rubric_version,
          rubric_wording, scores, private_note, part_revisions, points, started_at, updated_at, completed_at, fixture)
        SELECT gen_random_uuid(), submission_id, course_id, exercise_id, 1, 'completed', 1, 101, 0, 0, '{}', '', '{}', 1, now(), now(), now(), FALSE
        FROM submission WHERE submission_id = 9301
        RETURNING id)
      INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_at, fixture,
        assessment_id, rubric_version, rubric_wording, scores, feedback_revision)
      SELECT gen_random_uuid(), 9301, 11, 1103, 1, 1, 'text', '{}', now(), FALSE, id, 0, 0, '{}', 1 FROM judged`,
    )
    await ownerQuery(service, 'ALTER TABLE submission_submitter RENAME TO away')
    await letLeaseRunOut(service)
    start(service)
    await vi.waitFor(
      () => expect(logged.map(({ message, job }) => [message, job])).toContainEqual(['job failed', 'people_retention']),
      {
        timeout: 60_000,
      },
    )
    await ownerQuery(service, 'ALTER TABLE away RENAME TO submission_submitter')
    await letLeaseRunOut(service)
    await vi.waitFor(
      async () =>
        expect(await ownerQuery(service, 'SELECT feedback_html FROM completed_result')).toEqual([
          { feedback_html: '' },
        ]),
      { timeout: 60_000 },
    )
    await vi.waitFor(
      () => expect(reported().filter(([event]) => event === 'results_disowned')).toEqual([['results_disowned', 11, 1]]),
      { timeout: 60_000 },
    )
  })
})

async function prepared() {
  const service = await startTestService()

  const [teacher, otherTeacher] = [await service.signIn(101), await service.signIn(104)]
  for (const [courseId, session] of [
    [11, teacher],
    [13, otherTeacher],
  ] as const) {
    await expect(service.request('POST', `/courses/${courseId}/snapshot/refresh`, { session })).toBeReply(200)
  }
  return service
}

const running: Job[] = []

let stopping = new AbortController()

const logged: Record<string, unknown>[] = []

it.afterEach(async () => {
  stopping.abort()
  stopping = new AbortController()
  await Promise.all(running.splice(0).map(({ ended }) => ended))
  logged.splice(0)
})

const reported = () =>
  logged.flatMap(({ event, courseId, count }) => (event === undefined ? [] : [[event, courseId, count]]))

const start = (service: TestService): void => {
  const stream = { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) }
  const logger = createLogger({ service: 'retention', version: 'test', level: 'debug', stream })
  running.push(
    startPeopleRetention({
      database: service.deps.database,
      logger,
      stopping: stopping.signal,
      rosterDays: 365,
      everyMs: 50,
    }),
  )
}

const letLeaseRunOut = (service: TestService): Promise<unknown> =>
  ownerQuery(service, "DELETE FROM timer_lease WHERE name = 'people_retention'")

/** Changes a course so that it has ended, and was last refreshed the given number of days ago. */
const endedAndRefreshed = (service: TestService, courseId: number, daysAgo: number) =>
  ownerQuery(
    service,
    `
  UPDATE course_snapshot SET ends_at = now() - interval '1 day', taken_at = now() - make_interval(days => $2) WHERE course_id = $1`,
    [courseId, daysAgo],
  )

const students = async (service: TestService, courseId: number) =>
  (
    await ownerQuery(service, 'SELECT count(*)::int AS count FROM roster_student WHERE course_id = $1', [courseId])
  )[0]?.['count']
