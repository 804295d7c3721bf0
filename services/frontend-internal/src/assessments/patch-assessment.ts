import type { StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { lockAssessment } from '@course-grading/data/assessments/lock-assessment'
import { findLastChange } from '@course-grading/data/assessments/find-last-change'
import { renewLease } from '@course-grading/data/assessments/renew-lease'
import { saveJudgement } from '@course-grading/data/assessments/save-judgement'
import type { Tx } from '@course-grading/data/db/db'
import { countSnippetUses } from '@course-grading/data/snippets/count-snippet-uses'
import {
  issuesOfParts,
  judgementParts,
  type JudgementDocument,
  type JudgementPatch,
  partsChangedSince,
  type PatchedJudgement,
  patchJudgement,
} from '@course-grading/domain/assessments/patch-judgement'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { FrontendHandler } from '../access/handler.ts'
import { saveStep } from './save-step.ts'
import { holderProblem } from './require-holder.ts'
import { revisionProblem } from './require-revision.ts'
import { judgeStored, partRevisionsOf, toStaffRef } from './to-assessment.ts'

export const patchAssessment: FrontendHandler<'patchAssessment'> = async (
  { subject: { assessment }, query, body, caller: { userId }, expectedRevision, assessmentRevision },
  { database },
) => {
  const patch: JudgementPatch = body
  const save = { patch, userId, expectedRevision, isBase: query.base !== undefined }
  const saved = await database.transaction(async (tx) => {
    const found = await lockAssessment(tx, assessment.id)
    if (found === null) throw new DomainError('not_found')
    const before = judgementOf(found)
    const after = patchJudgement(before, patch)
    const stored = {
      revision: found.revision,
      partRevisions: partRevisionsOf(found),
      touched: judgementParts.touched(before, patch),
      changed: after.changed,
    }
    return await saveStep(tx, {
      save,
      stored,
      problemAt: (expected) =>
        holderProblem(found, userId) ?? revisionProblem(found, assessmentRevision) ?? revisionProblem(found, expected),
      draftOf: { assessmentId: found.id, feedbackId: null },
      lastChange: async () => {
        const { byUserId, byName, at } = await findLastChange(tx, found.id)
        const by = byUserId === null ? 'The service' : toStaffRef(byUserId, byName).fullName
        const { criteria } = judgeStored(found).document
        const parts = partsChangedSince(stored.partRevisions, expectedRevision, { criteria, touched: stored.touched })
        return { by, at, paths: parts.map(judgementParts.pathOf) }
      },
      revisions: { revision: found.revision },
      write: () => write(tx, found, after, userId),
    })
  })
  if ('refused' in saved) throw saved.refused
  const { revision } = saved
  return { status: 204, revision, assessmentRevision: revision }
}

async function write(
  tx: Tx,
  found: StoredAssessment,
  after: PatchedJudgement,
  userId: number,
): Promise<{ readonly revision: number }> {
  const points = requirePossiblePoints(found, after)
  if (after.changed.length === 0) {
    await renewLease(tx, found, { userId, isSave: true })
    return { revision: found.revision }
  }
  const revision = await saveJudgement(tx, found, { ...partsOf(found, after), points, userId })
  const { courseId } = found
  if (after.newSnippets.length > 0) await countSnippetUses(tx, { courseId, userId, snippetIds: after.newSnippets })
  return { revision }
}

function judgementOf({ scores, adjustment, privateNote }: StoredAssessment): JudgementDocument {
  return { scores, adjustment, privateNote }
}

/** Only what the patch itself makes impossible stops a save; else, as above a lowered maximum, the completion. @throws DomainError validation_failed */
function requirePossiblePoints(found: StoredAssessment, { judgement, changed, issues }: PatchedJudgement): number {
  if (issues.length > 0) throw new DomainError('validation_failed', { issues })
  const { points, impossible: all } = judgeStored({ ...found, ...judgement })
  const impossible = issuesOfParts(all, changed)
  if (impossible.length > 0) throw new DomainError('validation_failed', { issues: impossible })
  return points
}

function partsOf(found: StoredAssessment, { judgement, changed }: PatchedJudgement) {
  const revision = found.revision + 1
  const partRevisions = { ...partRevisionsOf(found), ...Object.fromEntries(changed.map((part) => [part, revision])) }
  return { ...judgement, partRevisions: JSON.stringify(partRevisions) }
}
