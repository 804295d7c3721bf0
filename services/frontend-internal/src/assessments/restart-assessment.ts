import type { StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { parkDraft } from '@course-grading/data/assessments/park-draft'
import { restartStoredAssessment } from '@course-grading/data/assessments/reopen-assessment'
import { findRubricInForce } from '@course-grading/data/assessments/rubric-in-force'
import type { Tx } from '@course-grading/data/db/db'
import { everyPart } from '@course-grading/domain/documents/part-revisions'
import type { FrontendHandler } from '../access/handler.ts'
import { changeAssessment, readAgain } from './change-assessment.ts'
import { lockToReopen, requireNothingSent } from './reopening.ts'
import { requireOthersWork, requireSubmitters } from './require-work.ts'
import { assessmentReply, judgeStored } from './to-assessment.ts'

export const restartAssessment: FrontendHandler<'restartAssessment'> = async (call, deps) => {
  const { userId } = call.caller
  const { reason } = call.body
  const assessment = await changeAssessment(deps, call, {
    lock: (tx) => lockToReopen(tx, call.subject.assessment),
    require: (found) => {
      requireOthersWork(found, userId)
      requireSubmitters(found)
      requireNothingSent(found)
    },
    write: async (tx, found) => {
      await restartStoredAssessment(tx, found, { userId, reason, ...(await emptyJudgement(tx, found)) })
      await parkJudgement(tx, found, userId)
      return await readAgain(tx, found)
    },
  })
  const { courseId, submissionId } = assessment
  const { requestId } = call
  deps.logger.info('assessment restarted', {
    event: 'assessment_restarted',
    courseId,
    submissionId,
    userId,
    requestId,
  })
  return { status: 200, ...assessmentReply(assessment) }
}

async function emptyJudgement(tx: Tx, found: StoredAssessment) {
  const rubric = await findRubricInForce(tx, found)
  const empty = { scores: {}, adjustment: null, state: 'in_progress' } as const
  const { points } = judgeStored({
    ...found,
    ...empty,
    rubricDocument: rubric.document,
  })
  // Every part counts as changed, so that no save is based on the earlier judgement or its rubric.
  return { rubric, points, partRevisions: JSON.stringify({ [everyPart]: found.revision + 1 }) }
}

async function parkJudgement(tx: Tx, found: StoredAssessment, ownerId: number): Promise<void> {
  const { scores, adjustment } = judgeStored(found)
  const { id, privateNote, revision } = found
  if (Object.keys(scores).length === 0 && adjustment === null && privateNote === '') return
  const content = JSON.stringify({ scores, adjustment, privateNote })
  const about = { assessmentId: id, feedbackId: null }
  await parkDraft(tx, { ...about, ownerId, reason: 'restarted', baseRevision: revision, content })
}
