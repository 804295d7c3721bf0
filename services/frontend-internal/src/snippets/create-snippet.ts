import { insertSnippet } from '@course-grading/data/snippets/insert-snippet'
import { DomainError, type Issue } from '@course-grading/domain/errors/domain-error'
import { mayWriteSnippet } from '@course-grading/domain/snippets/may-write-snippet'
import { snippetIssues } from '@course-grading/domain/snippets/snippet-issues'
import type { FrontendHandler } from '../access/handler.ts'
import { toSnippet } from './to-snippet.ts'

export const createSnippet: FrontendHandler<'createSnippet'> = async (
  { subject: member, params: { courseId }, body: { scope, ...written }, caller: { userId } },
  { database },
) => {
  if (!mayWriteSnippet(member, scope)) throw new DomainError('forbidden')
  const issues = snippetIssues(written, member.access.languages)
  if (issues.length > 0) throw new DomainError('validation_failed', { issues })
  const ownerId = scope === 'personal' ? userId : null
  const snippet = await database.transaction((tx) => insertSnippet(tx, { courseId, ownerId }, written))
  if (snippet === null) throw new DomainError('validation_failed', { issues: [tooMany] })
  return { status: 201, body: toSnippet(snippet), revision: snippet.revision }
}

const tooMany: Issue = {
  path: '$.scope',
  code: 'too_large',
  message: 'The scope already has the maximum number of snippets.',
}
