import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { defaultExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import { createLogger } from '@course-grading/http-kit'
import type { Job } from '@course-grading/jobs/start-job'
import { describe, expect, vi } from 'vitest'
import { placeAssessments } from '../assessments/assessments.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import { placeRubrics } from '../rubrics/rubrics.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'
import { startDueReleases } from './due-releases.ts'
import type { AssessmentClient } from '../assessments/assessment-client.fixture.ts'
import { itOn } from '../service-test.fixture.ts'

const it = itOn(prepared)

describe('releases at a time', () => {
  it('are made by one of all replicas, without a person, once the time has passed', async ({
    service,
    assessments,
  }) => {
    const put = (revision: number, releaseAt: string) =>
      service.send('PUT', '/courses/11/exercises/1103/grading', {
        ifMatch: `"${revision}"`,
        body: { ...defaultExerciseGrading, releaseAt },
      })
    await put(0, '2999-01-01T00:00:00Z')
    await letLeaseRunOut(service)
    start(service)
    const hasRun = 'SELECT FROM timer_lease WHERE name = $1 AND last_run_at IS NOT NULL'
    await vi.waitFor(async () => expect(await ownerQuery(service, hasRun, ['due_releases'])).toHaveLength(1), {
      timeout: 60_000,
    })
    expect(await releasedAt(assessments)).toBeNull()
    await put(1, '2026-01-01T00:00:00Z')
    await letLeaseRunOut(service)
    start(service)
    start(service)
    await vi.waitFor(async () => expect(await releasedAt(assessments)).not.toBeNull(), { timeout: 60_000 })
    await vi.waitFor(() => expect(releases()).toHaveLength(1), { timeout: 60_000 })
    expect(releases()[0]).toMatchObject({ courseId: 11, exerciseId: 1103, count: 1, reason: 'release_at' })
    expect(await ownerQuery(service, "SELECT by_user_id FROM assessment_event WHERE event = 'released'")).toEqual([
      { by_user_id: null },
    ])
  })

  it('continue after a failure', async ({ service }) => {
    await ownerQuery(service, 'ALTER TABLE exercise_grading RENAME TO away')
    await letLeaseRunOut(service)
    start(service)
    await vi.waitFor(
      () => expect(logged.map(({ message, job }) => [message, job])).toContainEqual(['job failed', 'due_releases']),
      { timeout: 60_000 },
    )
    await ownerQuery(service, 'ALTER TABLE away RENAME TO exercise_grading')
    const ran = "SELECT FROM timer_lease WHERE name = 'due_releases' AND last_run_at > now() - interval '1 minute'"
    await letLeaseRunOut(service)
    await vi.waitFor(async () => expect(await ownerQuery(service, ran)).toHaveLength(1), { timeout: 60_000 })
  })
})

async function prepared() {
  const service = await startTestService()

  await placeRubrics(service)
  await placeAssessments(service)
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

const releases = () => logged.filter(({ event }) => event === 'grades_released')

const start = (service: TestService): void => {
  const stream = { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) }
  const logger = createLogger({ service: 'releases', version: 'test', level: 'debug', stream })
  running.push(startDueReleases({ database: service.deps.database, logger, stopping: stopping.signal, everyMs: 50 }))
}

const letLeaseRunOut = (service: TestService) =>
  ownerQuery(service, "DELETE FROM timer_lease WHERE name = 'due_releases'")

const releasedAt = async (assessments: AssessmentClient) => (await assessments.read(assessmentIds.completed)).releasedAt
