import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { Snippet } from '@course-grading/contracts/snippets/snippet'
import { maxPageSize } from '@course-grading/contracts/schemas/paging'
import { HttpError } from '@course-grading/http-kit'
import type { RouterContext } from '@koa/router'
import { readRecordId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { teaches } from '../rubrics/rubric-of.ts'
import { queryOf, shownComments } from './shown-comments.ts'

/** The comment of the address; null where it is retired. It stands on the page of the list that led there, unless it moved. */
export async function findComment(
  ctx: RouterContext,
  { boundary, requestId }: Visit,
  { courseId }: CourseBrief,
): Promise<Snippet | null> {
  const snippetId = readRecordId(ctx.params['snippetId'])
  const read = async (query: ReturnType<typeof queryOf>) => {
    const { body } = await boundary.listSnippets({ params: { courseId }, query, requestId })
    return { found: body.items.find((item) => item.snippetId === snippetId), next: body.nextCursor }
  }
  const { found } = await read(queryOf(shownComments(ctx)))
  if (found !== undefined) return found
  for (let cursor: string | undefined; ;) {
    const page = await read({ limit: maxPageSize, cursor })
    if (page.found !== undefined || page.next === null) return page.found ?? null
    cursor = page.next
  }
}

/** A comment that the person may change: of the course for its teachers, else only their own. @throws HttpError not_found */
export async function ownComment(ctx: RouterContext, visit: Visit, course: CourseBrief): Promise<Snippet> {
  const snippet = await findComment(ctx, visit, course)
  if (snippet === null || !mayChange(course, snippet)) throw new HttpError('not_found')
  return snippet
}

export const mayChange = (course: CourseBrief, { scope }: Pick<Snippet, 'scope'>): boolean =>
  scope === 'personal' || teaches(course)
