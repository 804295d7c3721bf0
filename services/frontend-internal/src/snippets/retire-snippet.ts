import { markSnippetRetired } from '@course-grading/data/snippets/update-snippet'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { FrontendHandler } from '../access/handler.ts'
import { requireWritable } from './require-writable.ts'

export const retireSnippet: FrontendHandler<'retireSnippet'> = async ({ subject, expectedRevision }, { database }) => {
  requireWritable(subject, expectedRevision)
  const revision = await markSnippetRetired(database, { snippetId: subject.snippet.snippetId, expectedRevision })
  if (revision === null) throw new DomainError('revision_conflict')
  return { status: 204, revision }
}
