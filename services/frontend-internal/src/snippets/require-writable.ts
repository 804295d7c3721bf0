import { DomainError, mayWriteSnippet } from '@course-grading/domain'
import type { SnippetAccess } from '../access/snippet-access.ts'

/**
 * What of a change can be decided before it is written. Every change raises the revision, retiring too, so the write's own guard
 * finds all that happened since.
 * @throws DomainError forbidden, revision_conflict, or not_in_state where it is retired
 */
export function requireWritable({ snippet, member }: SnippetAccess, expectedRevision: number): void {
  if (!mayWriteSnippet(member, snippet.ownerId === null ? 'course' : 'personal')) throw new DomainError('forbidden')
  if (snippet.revision !== expectedRevision) throw new DomainError('revision_conflict')
  if (snippet.retiredAt !== null) throw new DomainError('not_in_state', { detail: 'retired' })
}
