import { deleteRubric as deleteWhole } from '@course-grading/data'
import { DomainError } from '@course-grading/domain'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { requireWritten } from './require-written.ts'

export const deleteRubric =
  ({ database }: Pick<Deps, 'database'>): FrontendHandler<'deleteRubric'> =>
  async ({ params: { rubricId }, expectedRevision }) => {
    const outcome = await deleteWhole(database, { rubricId, expectedRevision })
    // What was published once may have judged somebody.
    if (outcome.outcome === 'not_in_state') throw new DomainError('rubric_in_use', { detail: outcome.state })
    requireWritten(outcome)
    return { status: 204 }
  }
