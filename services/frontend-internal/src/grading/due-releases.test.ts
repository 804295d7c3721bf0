import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { defaultExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import { createLogger } from '@course-grading/http-kit'
import type { Job } from '@course-grading/jobs/start-job'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { placeAssessments, readAssessment } from '../assessments/assessments.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import { placeRubrics } from '../rubrics/rubrics.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'
import { startDueReleases } from './due-releases.ts'

let service: TestService
let teacher: string
beforeAll(async () => {
  service = await startTestService()
  await placeRubrics(service)
  await placeAssessments(service)
  teacher = await service.signIn(101)
})
afterAll(() => service.stop())

const running: Job[] = []
let stopping = new AbortController()
const logged: Record<string, unknown>[] = []
afterEach(async () => {
  stopping.abort()
  stopping = new AbortController()
  await Promise.all(running.splice(0).map(({ ended }) => ended))
  logged.splice(0)
})
const start = (): void => {
  const stream = { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) }
  const logger = createLogger({ service: 'releases', version: 'test', level: 'debug', stream })
  running.push(startDueReleases({ database: service.deps.database, logger, stopping: stopping.signal, everyMs: 50 }))
}
const letLeaseRunOut = () => ownerQuery(service, "DELETE FROM timer_lease WHERE name = 'due_releases'")
const releasedAt = async () => (await readAssessment(service, teacher, assessmentIds.completed)).releasedAt
const releases = () => logged.filter(({ event }) => event === 'grades_released')

describe('releases at a time', () => {
  it('are made by one of all replicas, without a person, once the time has passed', async () => {
    const put = (revision: number, releaseAt: string) =>
      service.request('PUT', '/courses/11/exercises/1103/grading', {
        session: teacher,
        ifMatch: `"${revision}"`,
        body: { ...defaultExerciseGrading, releaseAt },
      })
    await put(0, '2999-01-01T00:00:00Z')
    await letLeaseRunOut()
    start()
    const hasRun = 'SELECT FROM timer_lease WHERE name = $1 AND last_run_at IS NOT NULL'
    await vi.waitFor(async () => expect(await ownerQuery(service, hasRun, ['due_releases'])).toHaveLength(1), {
      timeout: 60_000,
    })
    expect(await releasedAt()).toBeNull()
    await put(1, '2026-01-01T00:00:00Z')
    await letLeaseRunOut()
    start()
    start()
    await vi.waitFor(async () => expect(await releasedAt()).not.toBeNull(), { timeout: 60_000 })
    await vi.waitFor(() => expect(releases()).toHaveLength(1), { timeout: 60_000 })
    expect(releases()[0]).toMatchObject({ courseId: 11, exerciseId: 1103, count: 1, reason: 'release_at' })
    expect(await ownerQuery(service, "SELECT by_user_id FROM assessment_event WHERE event = 'released'")).toEqual([
      { by_user_id: null },
    ])
  })

  it('continue after a failure', async () => {
    await ownerQuery(service, 'ALTER TABLE exercise_grading RENAME TO away')
    await letLeaseRunOut()
    start()
    await vi.waitFor(
      () => expect(logged.map(({ message, job }) => [message, job])).toContainEqual(['job failed', 'due_releases']),
      { timeout: 60_000 },
    )
    await ownerQuery(service, 'ALTER TABLE away RENAME TO exercise_grading')
    const ran = "SELECT FROM timer_lease WHERE name = 'due_releases' AND last_run_at > now() - interval '1 minute'"
    await letLeaseRunOut()
    await vi.waitFor(async () => expect(await ownerQuery(service, ran)).toHaveLength(1), { timeout: 60_000 })
  })
})
