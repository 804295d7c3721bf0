import type { StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { DomainError, type DomainErrorDetails } from '@course-grading/domain/errors/domain-error'
import { toStaffRef } from './to-assessment.ts'

type Holding = Pick<StoredAssessment, 'state' | 'holderId' | 'holderName' | 'revision'> &
  Pick<DomainErrorDetails, 'assessmentRevision'>

/** The holder may write after the lease, until somebody else claims the submission. The problem is not_in_state or claim_lost. */
export function holderProblem(
  { state, holderId, holderName, revision, assessmentRevision }: Holding,
  userId: number,
): DomainError | null {
  const revisions = { revision, assessmentRevision }
  if (state !== 'in_progress') return new DomainError('not_in_state', { detail: state, ...revisions })
  if (holderId === userId) return null
  const detail = holderId === null ? 'Nobody holds it.' : `${toStaffRef(holderId, holderName).fullName} holds it.`
  return new DomainError('claim_lost', { detail, ...revisions })
}

export function requireHolder(held: Holding, userId: number): void {
  const problem = holderProblem(held, userId)
  if (problem !== null) throw problem
}
