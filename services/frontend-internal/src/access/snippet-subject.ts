import { findSnippet } from '@course-grading/data/snippets/find-snippet'
import type { StoredSnippet } from '@course-grading/data/snippets/snippet-rows'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { Asked, SubjectDeps } from './asked.ts'
import { type CourseMember, findMember, withoutRightOfThing } from './course-member.ts'
import { rights } from './rights.ts'

export interface SnippetSubject {
  readonly snippet: StoredSnippet
  readonly member: CourseMember
}

/** Admits graders of the snippet's course, and to a personal snippet only its owner. Strangers get 404, other members 403 or 404. */
export async function requireSnippet(deps: SubjectDeps, { request, right, params }: Asked): Promise<SnippetSubject> {
  const snippet = await findSnippet(deps.database, String(params['snippetId']))
  if (snippet === null) throw new DomainError('not_found')
  const member = await findMember(deps, request, snippet.courseId)
  const isForeign = snippet.ownerId !== null && snippet.ownerId !== request.caller.userId
  if (member === null || isForeign) throw new DomainError('not_found', { isHidden: true })
  if (!rights[right]({ member })) throw await withoutRightOfThing(deps, request, member)
  return { snippet, member }
}
