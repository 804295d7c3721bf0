import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findExerciseGrading } from '@course-grading/data/grading/find-exercise-grading'
import type { Pool } from 'pg'
import { course } from './course.ts'
import { queriesLike, recordStatements } from '../recorded-statements.ts'
import { askerOf, graderOf, inTransaction } from '../twin-access.ts'
import { findQuery, replyOf, type TwinAssessment } from './twin-assessment.ts'

const marks = { courseId: 701, exerciseId: 702 }
const [grading] = await recordStatements((tx) => findExerciseGrading(tx, marks), [])
const gradingQuery = queriesLike('findExerciseGrading', grading!, marks)

/** The locks of the service, and the planner's settings for the whole transaction. */
const lock = `
  SELECT pg_advisory_xact_lock_shared(1397051217, hashint8($1::bigint)) IS NULL AS people,
    pg_advisory_xact_lock(1397051222, (hashint8extended($3::bigint, $2::bigint) >> 32)::integer) IS NULL AS grader,
    num_nulls(set_config('enable_sort', 'off', TRUE), set_config('plan_cache_mode', 'force_generic_plan', TRUE)) > 0 AS planner`
const claimInOne = readFileSync(join(import.meta.dirname, 'claim-in-one.sql'), 'utf8')

/** Claims the next submission. Eight queries, with those that begin and end the transaction. */
export async function claim(
  pool: Pool,
  authorization: string,
  courseId: number,
  exerciseId: number,
): Promise<{ readonly revision: number }> {
  const asker = await askerOf(pool, authorization)
  const { gradingTags = null } = await graderOf(pool, asker, courseId)
  await pool.query(gradingQuery({ courseId, exerciseId }))
  const ids = [courseId, exerciseId, asker.userId]
  const row = await inTransaction(pool, async (run) => {
    await run({ name: 'lockGrader', text: lock, values: ids })
    const claimed = { name: 'claimInOne', text: claimInOne, values: [...ids, gradingTags, course.languages] }
    const { claimedId } = await run<{ claimedId: string }>(claimed)
    return await run<TwinAssessment>(findQuery({ id: claimedId }))
  })
  return replyOf(row)
}
