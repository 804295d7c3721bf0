import type { StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { parkDraft } from '@course-grading/data/assessments/park-draft'
import { findRubricInForce, type Restart } from '@course-grading/data/assessments/reopen-assessment'
import type { Tx } from '@course-grading/data/db'
import { withSerializationRetry } from '@course-grading/data/serialization-retry'
import { everyPart } from '@course-grading/domain/part-revisions'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { reopen } from './reopen.ts'
import { assessmentReply, judgeStored } from './to-assessment.ts'

export const restartAssessment =
  ({ database, logger }: Pick<Deps, 'database' | 'logger'>): FrontendHandler<'restartAssessment'> =>
  async ({ access, body: { reason }, caller: { userId }, assessmentRevision, requestId }) => {
    const assessment = await withSerializationRetry(() =>
      database.transaction((tx) =>
        reopen(tx, access.assessment, {
          userId,
          reason,
          assessmentRevision,
          require: () => {},
          restart: (found) => restartBy(tx, found),
          keep: (found) => parkJudgement(tx, found, userId),
        }),
      ),
    )
    const { courseId, submissionId } = assessment
    logger.info('assessment restarted', { event: 'assessment_restarted', courseId, submissionId, userId, requestId })
    return { status: 200, ...assessmentReply(assessment) }
  }

/** Parks the judgement that is removed, if there is any. */
async function parkJudgement(tx: Tx, found: StoredAssessment, ownerId: number): Promise<void> {
  const { scores, adjustment } = judgeStored(found)
  const { id, privateNote, revision } = found
  if (Object.keys(scores).length === 0 && adjustment === null && privateNote === '') return
  const content = JSON.stringify({ scores, adjustment, privateNote })
  await parkDraft(tx, { assessmentId: id, ownerId, reason: 'restarted', baseRevision: revision, content })
}

/** An assessment without scores, by the rubric that its exercise has now. */
async function restartBy(tx: Tx, found: StoredAssessment): Promise<Restart> {
  const rubric = await findRubricInForce(tx, found)
  const empty = { scores: '{}', adjustment: null, state: 'in_progress' } as const
  const { points } = judgeStored({ ...found, ...empty, rubricDocument: rubric.document })
  // Every part counts as changed, so that no save is based on the earlier judgement or its rubric.
  return { rubric, points: String(points), partRevisions: JSON.stringify({ [everyPart]: found.revision + 1 }) }
}
