import { updateSnippet } from '@course-grading/data/snippets/update-snippet'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { snippetIssues } from '@course-grading/domain/snippets/snippet-issues'
import type { FrontendHandler } from '../access/handler.ts'
import { requireWritable } from './require-writable.ts'

export const putSnippet: FrontendHandler<'putSnippet'> = async ({ subject, expectedRevision, body }, { database }) => {
  requireWritable(subject, expectedRevision)
  const { snippet, member } = subject
  const issues = snippetIssues(body, member.access.languages)
  if (issues.length > 0) throw new DomainError('validation_failed', { issues })
  const revision = await updateSnippet(database, { snippetId: snippet.snippetId, expectedRevision }, body)
  if (revision === null) throw new DomainError('revision_conflict')
  return { status: 204, revision }
}
