import { lockAssessment } from '@course-grading/data/assessments/lock-assessment'
import { saveJudgement } from '@course-grading/data/assessments/save-judgement'
import type { Score, Scores } from '@course-grading/domain/rubrics/score'
import type { Pool } from 'pg'
import { queriesLike, recordStatements, rowsOf } from '../recorded-statements.ts'
import { askerOf, graderOf, inTransaction } from '../twin-access.ts'
import { findQuery, scored, type TwinAssessment } from './twin-assessment.ts'

const lockMarks = { id: '00000000-0000-4000-8000-000000000701' }
const [lock] = await recordStatements((tx) => lockAssessment(tx, lockMarks.id), [])
const lockQuery = queriesLike('lockAssessment', lock!, lockMarks)

const written = {
  scores: 'scores',
  adjustment: 'adjustment',
  privateNote: 'note',
  partRevisions: 'parts',
  points: 'points',
  userId: 701,
}
const saved = { id: lockMarks.id, revision: 702, leaseMinutes: 703 }
const marks = { ...written, ...saved, judgement: '{"scores":scores,"adjustment":adjustment,"privateNote":"note"}' }
const [save] = await recordStatements((tx) => saveJudgement(tx, saved, written), [])
const saveQuery = queriesLike('saveJudgement', save!, marks)

/** Saves a change of scores, and returns the revision. Eight queries, with those that begin and end the transaction. */
export async function saveScores(
  pool: Pool,
  authorization: string,
  id: string,
  patch: { readonly scores: Scores },
): Promise<number> {
  const asker = await askerOf(pool, authorization)
  const [known] = await rowsOf<TwinAssessment>(pool, findQuery({ id }))
  await graderOf(pool, asker, Number(known!.courseId))
  return await inTransaction(pool, async (run) => {
    await run(lockQuery({ id }))
    const found = await run<TwinAssessment>(findQuery({ id }))
    const revision = found.revision + 1
    const changed = Object.entries(patch.scores).map(([key, score]): [string, Score] => [
      key,
      { ...found.scores[key], ...score },
    ])
    const scores = { ...found.scores, ...Object.fromEntries(changed) }
    const parts = Object.fromEntries(changed.map(([key]) => [`scores.${key}`, revision]))
    const texts = { scores: JSON.stringify(scores), adjustment: null, privateNote: found.privateNote }
    await run(
      saveQuery({
        ...texts,
        judgement: `{"scores":${texts.scores},"adjustment":null,"privateNote":${JSON.stringify(texts.privateNote)}}`,
        partRevisions: JSON.stringify({ ...found.partRevisions, ...parts }),
        points: String(scored(found.rubricDocument, scores).points),
        userId: asker.userId,
        id,
        revision: found.revision,
        leaseMinutes: found.leaseMinutes,
      }),
    )
    return revision
  })
}
