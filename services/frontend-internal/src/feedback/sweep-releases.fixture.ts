import { listDueReleases } from '@course-grading/data/grading/list-due-releases'
import { markGradesReleased } from '@course-grading/data/grading/release-grades'
import type { TestService } from '../service.fixture.ts'

/** Does once what frontend-internal does every minute, with exercise 1103 to be released at a time. */
export async function sweepReleases(service: TestService, releaseAt: string): Promise<void> {
  const { database } = service.deps
  const put = (value: string) =>
    service.database.query(
      `UPDATE exercise_grading SET release_at = date_trunc('milliseconds', ${value}) WHERE exercise_id = 1103`,
    )
  await put(releaseAt)
  for (const exercise of await listDueReleases(database))
    await database.transaction((tx) =>
      markGradesReleased(tx, { ...exercise, assessmentIds: null, isDue: true, byUserId: null }),
    )
  await put('NULL::timestamptz')
}
