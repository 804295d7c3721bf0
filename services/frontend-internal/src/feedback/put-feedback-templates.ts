import { writeFeedbackTemplates } from '@course-grading/data/feedback/feedback-templates'
import { withSerializationRetry } from '@course-grading/data/db/serialization-retry'
import { DomainError, type Issue } from '@course-grading/domain/errors/domain-error'
import { unknownPlaceholders } from '@course-grading/domain/feedback/placeholders'
import type { FrontendHandler } from '../access/handler.ts'
import { languagesOf } from '../rubrics/require-document.ts'

export const putFeedbackTemplates: FrontendHandler<'putFeedbackTemplates'> = async (
  { subject, params: { courseId }, body: { templates }, caller: { userId }, expectedRevision },
  { database },
) => {
  const languages = languagesOf(subject)
  const unknown = Object.keys(templates).flatMap((language): Issue[] =>
    languages.includes(language)
      ? []
      : [{ path: '$.templates', code: 'invalid_value', message: 'Must have only languages of the course.' }],
  )
  const issues = [...unknown, ...unknownPlaceholders(templates)]
  if (issues.length > 0) throw new DomainError('validation_failed', { issues })
  const write = { courseId, expectedRevision, templates: JSON.stringify(templates), userId }
  const revision = await withSerializationRetry(() => writeFeedbackTemplates(database, write))
  if (revision === null) throw new DomainError('revision_conflict')
  return { status: 204, revision }
}
