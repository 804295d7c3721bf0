import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { defaultExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import { describe, expect } from 'vitest'
import { placeAssessments } from '../assessments/assessments.fixture.ts'
import { placeRubrics } from '../rubrics/rubrics.fixture.ts'
import { itOn, startTestService, type TestService } from '../service-test.fixture.ts'
import { startDueReleases } from './due-releases.ts'

const it = itOn(withAssessments)

describe('releases at a time', () => {
  it('are made by one of all replicas, by nobody, once the time has passed', async ({ service, assessments, jobs }) => {
    const releasedAt = async () => (await assessments.read(assessmentIds.completed)).releasedAt
    const put = async (revision: number, releaseAt: string) => {
      const request = { ifMatch: `"${revision}"`, body: { ...defaultExerciseGrading, releaseAt } }
      await expect(service.send('PUT', '/courses/11/exercises/1103/grading', request)).toBeReply(204)
    }
    await put(0, '2999-01-01T00:00:00Z')
    await jobs.start(startDueReleases)
    await expect.poll(() => runs(service)).toHaveLength(1)
    expect(await releasedAt()).toBeNull()
    await put(1, '2026-01-01T00:00:00Z')
    await service.sql`DELETE FROM timer_lease WHERE name = 'due_releases'`
    await jobs.start(startDueReleases)
    await jobs.start(startDueReleases)
    await expect.poll(releasedAt).not.toBeNull()
    const releases = () => jobs.logged.filter(({ event }) => event === 'grades_released')
    await expect.poll(releases).toMatchObject([{ courseId: 11, exerciseId: 1103, count: 1, reason: 'release_at' }])
    const people = await service.sql`SELECT DISTINCT by_user_id FROM assessment_event WHERE event = 'released'`
    expect(people).toEqual([{ by_user_id: null }])
  })

  it('continue after a failure', async ({ service, jobs }) => {
    await service.sql`ALTER TABLE exercise_grading RENAME TO away`
    await jobs.start(startDueReleases)
    const failed = expect.objectContaining({ message: 'job failed', job: 'due_releases' })
    await expect.poll(() => jobs.logged).toContainEqual(failed)
    await service.sql`ALTER TABLE away RENAME TO exercise_grading`
    await service.sql`DELETE FROM timer_lease WHERE name = 'due_releases'`
    await expect.poll(() => runs(service)).toHaveLength(1)
  })
})

const runs = (service: TestService) =>
  service.sql`SELECT FROM timer_lease WHERE name = 'due_releases' AND last_run_at IS NOT NULL`

async function withAssessments() {
  const service = await startTestService()
  await placeRubrics(service)
  await placeAssessments(service)
  return service
}
