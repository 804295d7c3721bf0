import type { Tx } from '../db/db.ts'
import { type AssessmentEvent, insertAssessmentEvents } from '../history/insert-assessment-events.ts'
import type { StoredAssessment } from './find-assessment.ts'

/** The assessment was read under its lock; its revision and points are recorded unless the step gives others. */
export async function recordStep(
  tx: Tx,
  { id, revision, points }: Pick<StoredAssessment, 'id' | 'revision' | 'points'>,
  step: Pick<AssessmentEvent, 'name' | 'byUserId' | 'reason'> &
    Partial<Pick<AssessmentEvent, 'toRevision' | 'pointsAfter'>>,
): Promise<void> {
  const before = { fromRevision: revision, toRevision: revision, pointsBefore: points, pointsAfter: points }
  await insertAssessmentEvents(tx, [{ assessmentId: id, ...before, ...step }])
}
