import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { writeManySubmissions } from '../submissions/many-submissions.fixture.ts'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { queuesStatement } from './list-queues.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal, 1)
const [owner, frontend] = [testDatabase.ownerUrl, testDatabase.urls.frontendInternal].map(
  (connectionString) => new pg.Client({ connectionString }),
) as [pg.Client, pg.Client]
await Promise.all([owner.connect(), frontend.connect()])
afterAll(async () => {
  await Promise.all([database.end(), owner.end(), frontend.end()])
  await testDatabase.drop()
})

it('the queues of a course read the results of each exercise from an index alone', async () => {
  const courseId = await configureCourse(database)
  await writeManySubmissions(owner, courseId, 'half')
  await owner.query('VACUUM ANALYZE')
  const { sql, values } = queuesStatement({ courseId, graderId: 101, restriction: null, after: null, limit: 200 })
  const plan = await frontend.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN ${sql.replaceAll(/\$slonik_(\d+)/g, (_, nth) => {
      const value = values[Number(nth) - 1]
      return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value))
    })}`,
  )
  const scans = plan.rows.map((row) => row['QUERY PLAN'].trim()).filter((line) => line.includes('completed_result'))
  expect(scans).toEqual([expect.stringMatching(/^-> {2}Index Only Scan using completed_result__of_exercise on /)])
})
