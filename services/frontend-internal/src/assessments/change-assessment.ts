import { findAssessment, type StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { lockAssessment } from '@course-grading/data/assessments/lock-assessment'
import type { Tx } from '@course-grading/data/db/db'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { AssessmentSubject } from '../access/assessment-subject.ts'
import type { Deps } from '../deps/deps.ts'
import { requireAssessmentRevision } from './require-revision.ts'

/** A change of an assessment. Its functions run in this order, in one transaction. */
interface AssessmentStep<Result> {
  /** Takes the locks that come before the assessment's lock. */
  readonly lock?: (tx: Tx) => Promise<void>
  /** Throws a problem if the change is not allowed. `X-Assessment-Revision` is compared after it. */
  readonly require: (found: StoredAssessment) => void
  readonly write: (tx: Tx, found: StoredAssessment) => Promise<Result>
}

/** Reads the assessment again under its lock. @throws DomainError not_found if it was deleted; those of `require`; revision_conflict */
export async function changeAssessment<Result>(
  { database }: Pick<Deps, 'database'>,
  {
    subject: { assessment },
    assessmentRevision,
  }: { readonly subject: AssessmentSubject; readonly assessmentRevision: number | null },
  step: AssessmentStep<Result>,
): Promise<Result> {
  return await database.transaction(async (tx) => {
    await step.lock?.(tx)
    const found = await lockAssessment(tx, assessment.id)
    if (found === null) throw new DomainError('not_found')
    step.require(found)
    requireAssessmentRevision(found, assessmentRevision)
    return await step.write(tx, found)
  })
}

export async function readAgain(tx: Tx, { id }: StoredAssessment): Promise<StoredAssessment> {
  const found = await findAssessment(tx, id)
  if (found === null) throw new Error('an assessment that was locked is gone')
  return found
}
