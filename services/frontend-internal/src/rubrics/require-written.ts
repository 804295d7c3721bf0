import type { ArchiveOutcome } from '@course-grading/data/rubrics/archive-rubric'
import { DomainError } from '@course-grading/domain/errors'

type Written = Extract<ArchiveOutcome, { readonly outcome: 'written' }>

/** @throws DomainError not_found, revision_conflict, not_in_state, rubric_in_use */
export function requireWritten(outcome: ArchiveOutcome): number {
  if (outcome.outcome === 'written') return outcome.revision
  throw refused(outcome)
}

/** Why nothing was written. */
export function refused(outcome: Exclude<ArchiveOutcome, Written>): DomainError {
  switch (outcome.outcome) {
    case 'not_found':
      return new DomainError('not_found')
    case 'stale':
      return new DomainError('revision_conflict')
    case 'not_in_state':
      return new DomainError('not_in_state', { detail: outcome.state })
    case 'in_use':
      return new DomainError('rubric_in_use')
  }
}
