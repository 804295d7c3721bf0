import { claimNext } from '@course-grading/data/claims/claim-next'
import { findExerciseGrading } from '@course-grading/data/grading/find-exercise-grading'
import type { Pool } from 'pg'
import { courses } from './course.ts'
import { queriesLike, recordStatements } from '../recorded-statements.ts'
import { askerOf, graderOf, inTransaction } from '../twin-access.ts'
import { findQuery, replyOf, type TwinAssessment } from './twin-assessment.ts'

const [{ languages }] = courses as [(typeof courses)[number]]
const marks = { courseId: 701, exerciseId: 702, graderId: 703, tags: ['mark'] }
const [grading] = await recordStatements((tx) => findExerciseGrading(tx, marks), [])
const gradingQuery = queriesLike('findExerciseGrading', grading!, marks)

/** The statements of the lock and the claim, for graders without a restriction or with tags. */
async function claimQueries(tags: readonly string[] | null) {
  const claim = {
    ...marks,
    courseLanguages: languages,
    order: 'bands',
    restriction: { languages, courseLanguages: languages, tags },
  } as const
  const claimed = { claimedId: '', offeredId: null, isListed: true, isAtLimit: false }
  const [lock, next] = await recordStatements((tx) => claimNext(tx, claim), [null, claimed])
  return { lock: queriesLike('lockGrader', lock!, marks), next: queriesLike('claimNextByBands', next!, marks) }
}
const ofAll = await claimQueries(null)
const ofTags = await claimQueries(marks.tags)

/** Claims the next submission. Eight queries, with those that begin and end the transaction. */
export async function claim(pool: Pool, authorization: string, courseId: number, exerciseId: number): Promise<object> {
  const asker = await askerOf(pool, authorization)
  const { gradingTags } = await graderOf(pool, asker, courseId)
  const given = { courseId, exerciseId, graderId: asker.userId, tags: gradingTags }
  await pool.query(gradingQuery(given))
  const { lock, next } = gradingTags === undefined ? ofAll : ofTags
  const row = await inTransaction(pool, async (run) => {
    await run(lock(given))
    const { claimedId } = await run<{ claimedId: string }>(next(given))
    return await run<TwinAssessment>(findQuery({ id: claimedId }))
  })
  return replyOf(row)
}
