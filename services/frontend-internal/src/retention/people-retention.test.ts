import { describe, expect } from 'vitest'
import { itOn, startTestService, type TestService } from '../service-test.fixture.ts'
import type { JobGiven, Jobs } from './jobs.fixture.ts'
import { startPeopleRetention } from './people-retention.ts'

const it = itOn(withSnapshots)

describe('the retention of people', () => {
  it('stores the end of the course at a refresh', async ({ service }) => {
    const endsAt = new Date(service.upstream.world.course(11).endsAtMs)
    expect(await service.sql`SELECT ends_at FROM course_snapshot WHERE course_id = 11`).toEqual([{ ends_at: endsAt }])
  })

  it('logs which rosters will be erased soon, and which were erased', async ({ service, jobs }) => {
    const [before, others] = [await students(service, 11), await students(service, 13)]
    await endedAndRefreshed(service, 11, 366)
    await endedAndRefreshed(service, 13, 360)
    await jobs.start(retention)
    await jobs.start(retention)
    await expect
      .poll(() => reported(jobs))
      .toEqual([
        ['roster_retention_ends', 13, 7],
        ['roster_erased', 11, before],
      ])
    expect(await students(service, 11)).toBe(0)
    expect(await students(service, 13)).toBe(others)
  })

  it('still recognises the students of a course afterwards, by calls to the learning platform', async ({ service }) => {
    await expect(service.get('/courses/11', await service.signIn(201))).toBeReply(200)
  })

  it('removes the texts of results without submitters, and goes on after a failure', async ({
    service,
    deliveries,
    jobs,
  }) => {
    await deliveries.put('held', 9301)
    await service.sql`DELETE FROM submission_submitter WHERE submission_id = 9301`
    await service.sql`ALTER TABLE submission_submitter RENAME TO away`
    await jobs.start(retention)
    const failed = expect.objectContaining({ message: 'job failed', job: 'people_retention' })
    await expect.poll(() => jobs.logged).toContainEqual(failed)
    await service.sql`ALTER TABLE away RENAME TO submission_submitter`
    await service.sql`DELETE FROM timer_lease`
    await expect.poll(() => reported(jobs)).toContainEqual(['results_disowned', 11, 1])
    expect(await service.sql`SELECT feedback_html FROM completed_result`).toEqual([{ feedback_html: '' }])
  })
})

async function withSnapshots() {
  const service = await startTestService()
  await expect(service.send('POST', '/courses/11/snapshot/refresh')).toBeReply(200)
  const session = await service.signIn(104)
  await expect(service.send('POST', '/courses/13/snapshot/refresh', { session })).toBeReply(200)
  return service
}

const retention = (given: JobGiven) => startPeopleRetention({ ...given, rosterDays: 365 })

const reported = ({ logged }: Jobs) =>
  logged.flatMap(({ event, courseId, count }) => (event === undefined ? [] : [[event, courseId, count]]))

/** Changes a course so that it has ended, and was last refreshed the given number of days ago. */
const endedAndRefreshed = (service: TestService, courseId: number, daysAgo: number) =>
  service.sql`UPDATE course_snapshot SET ends_at = now() - interval '1 day', taken_at = now() - make_interval(days => ${daysAgo}) WHERE course_id = ${courseId}`

const students = async (service: TestService, courseId: number) =>
  (await service.sql`SELECT count(*)::int AS count FROM roster_student WHERE course_id = ${courseId}`)[0]?.['count']
