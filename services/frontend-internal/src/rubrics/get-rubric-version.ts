import { jsonText } from '@course-grading/contracts/operation/reply'
import type { RubricVersionDetail } from '@course-grading/contracts/rubrics/rubric'
import { findRubricVersion } from '@course-grading/data/rubrics/rubric-version-queries'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { toStaffRef } from '../assessments/to-assessment.ts'
import type { FrontendHandler } from '../access/handler.ts'

export const getRubricVersion: FrontendHandler<'getRubricVersion'> = async (
  { params: { rubricId, version }, query: { wording = null } },
  { database },
) => {
  const found = await findRubricVersion(database, { rubricId, version, wording })
  if (found === null) throw new DomainError('not_found')
  const { document, userName, ...head } = found
  const members = JSON.stringify({ ...head, by: toStaffRef(head.userId, userName) }).slice(1, -1)
  return { status: 200, body: jsonText<RubricVersionDetail>(`{${members},"document":${document}}`) }
}
