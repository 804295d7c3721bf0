import { DomainError } from '@course-grading/domain/errors/domain-error'
import { mayWriteSnippet } from '@course-grading/domain/snippets/may-write-snippet'
import type { SnippetSubject } from '../access/snippet-subject.ts'

/** Changes after this check raise the revision, which the write compares. @throws DomainError forbidden, revision_conflict, not_in_state */
export function requireWritable({ snippet, member }: SnippetSubject, expectedRevision: number): void {
  if (!mayWriteSnippet(member, snippet.ownerId === null ? 'course' : 'personal')) throw new DomainError('forbidden')
  if (snippet.revision !== expectedRevision) throw new DomainError('revision_conflict')
  if (snippet.retiredAt !== null) throw new DomainError('not_in_state', { detail: 'retired' })
}
