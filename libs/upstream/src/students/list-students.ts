import Type from 'typebox'
import { replyCheck, nullable, text, upstreamId } from '../replies/reply-check.ts'
import { pageBytes } from '../replies/sizes.ts'
import { walkCountedPages } from '../pages/walk-counted-pages.ts'
import { pageOf } from '../pages/walk-pages.ts'
import { wholeJson } from '../replies/whole-json.ts'
import type { Upstream, UpstreamCall } from '../client/client.ts'
import { pathId } from '../call/path-id.ts'

interface Student {
  readonly userId: number
  readonly username: string
  readonly fullName: string
  readonly email: string
  readonly studentId: string | null
  /** Unique: the built-in `user-internal` or `user-external`, then the course's tags, hidden ones too. */
  readonly tagSlugs: readonly string[]
}

interface Roster {
  /** In A+'s order, without duplicates. */
  readonly students: readonly Student[]
  readonly pagesRead: number
  /** Whether the number of students stayed the same. If not, a student who moved to another page may be missing. */
  readonly isSteady: boolean
}

interface RosterLimits {
  /** Pages of A+, 100 students each; a list of more throws `too_many_pages`. */
  readonly maxPages: number
}

const readStudents = wholeJson(
  replyCheck(
    Type.Intersect([
      pageOf(
        Type.Object({
          id: upstreamId,
          username: text,
          student_id: nullable(text),
          email: text,
          full_name: text,
          tag_slugs: Type.Array(text, { maxItems: 1000 }),
        }),
      ),
      Type.Object({ count: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) }),
    ]),
  ),
)

/** For staff. Whoever comes or goes shifts others to another page: then the list is read once more. */
export async function listStudents(
  upstream: Upstream,
  call: UpstreamCall,
  courseId: number,
  { maxPages }: RosterLimits,
): Promise<Roster> {
  const walk = (pages: number) =>
    walkCountedPages(
      upstream,
      call,
      {
        operation: 'listStudents',
        purpose: 'data',
        path: `/courses/${pathId(courseId)}/students`,
        limitBytes: pageBytes,
        read: readStudents,
      },
      pages,
    )
  const first = await walk(maxPages)
  const pagesLeft = maxPages - first.pagesRead
  const isFinal = first.isSteady || pagesLeft < first.pagesRead
  const last = isFinal ? first : await walk(pagesLeft)
  const students = new Map(
    last.items.map((item): [number, Student] => [
      item.id,
      {
        userId: item.id,
        username: item.username,
        fullName: item.full_name,
        email: item.email,
        studentId: item.student_id,
        tagSlugs: [...new Set(item.tag_slugs)],
      },
    ]),
  )
  return {
    students: [...students.values()],
    pagesRead: isFinal ? first.pagesRead : first.pagesRead + last.pagesRead,
    isSteady: last.isSteady && students.size === last.items.length,
  }
}
