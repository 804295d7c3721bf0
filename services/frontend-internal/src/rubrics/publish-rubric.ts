import { insertRubricVersion } from '@course-grading/data/rubrics/rubric-version-queries'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { compareRubrics, type RubricDifference } from '@course-grading/domain/rubrics/compare-rubrics'
import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import type { FrontendHandler } from '../access/handler.ts'
import { requireRubric } from './require-rubric.ts'

export const publishRubric: FrontendHandler<'publishRubric'> = async (
  { params: { rubricId }, caller: { userId }, expectedRevision },
  { database },
) => {
  const { revision, state, draft, latest } = await requireRubric(database, rubricId)
  if (revision !== expectedRevision) throw new DomainError('revision_conflict')
  const difference = draft === null ? 'none' : differenceOf(latest, draft)
  if (difference === 'none') throw new DomainError('not_in_state', { detail: state })
  const structureChanged = difference === 'structure'
  // The statement publishes the draft only if its revision is still the one that was compared above.
  const published = await insertRubricVersion(database, { rubricId, expectedRevision, structureChanged, userId })
  const { version, wording, openAssessments } = published
  return {
    status: 200,
    body: { version, wording, structureChanged, openAssessments },
    revision: published.revision,
  }
}

function differenceOf(latest: string | null, draft: string): RubricDifference {
  if (latest === null) return 'structure'
  return compareRubrics(JSON.parse(latest) as RubricDocument, JSON.parse(draft) as RubricDocument)
}
