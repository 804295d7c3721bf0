import { expect } from 'vitest'
import { writeManySubmissions } from '../submissions/many-submissions.fixture.ts'
import { it } from '../testing/open-data.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { planOf } from '../testing/plan-of.ts'
import { queuesStatement } from './list-queues.ts'

it('the queues of a course read results, and what the caller completed, from indexes alone', async ({ world }) => {
  const courseId = await configureCourse(world.database)
  await writeManySubmissions(world.owner, courseId, 'half', 36_000)
  await world.owner.query('VACUUM ANALYZE')
  const query = { courseId, exerciseId: null, graderId: 101, restriction: null, after: null, limit: 200 }
  const plan = await planOf(world.client, queuesStatement(query))
  const scans = plan.split('\n').filter((line) => line.includes('completed_result'))
  expect(scans).toEqual([expect.stringMatching(/-> {2}Index Only Scan using completed_result__of_exercise on /)])
  expect(plan).toContain('Index Only Scan using assessment__completed on ')
})
