import { hash } from 'node:crypto'
import type { PublicCourses } from '@course-grading/contracts/courses/course-view'
import { jsonText, type JsonText, type Shown } from '@course-grading/contracts/operation/reply'
import { listListedCourses } from '@course-grading/data/courses/course-access-queries'
import type { Database } from '@course-grading/data/db/database'
import { itemsThatFit } from '@course-grading/http-kit'

const freshMs = 5000

interface PublicCoursesReply {
  readonly body: JsonText<Shown<PublicCourses>>
  readonly etag: string
}

export type LoadPublicCourses = () => Promise<PublicCoursesReply>

/** Keeps the list for five seconds, since it is the same for everybody. Requests that come while it is read wait for one query. */
export function createPublicCourses(database: Database): LoadPublicCourses {
  let kept: { readonly reply: Promise<PublicCoursesReply>; readonly until: number } | undefined
  return () => {
    if (kept !== undefined && performance.now() < kept.until) return kept.reply
    const current = { reply: read(database), until: performance.now() + freshMs }
    kept = current
    // A failed query is not kept: only the requests that wait for it fail.
    current.reply.catch(() => {
      if (kept === current) kept = undefined
    })
    return current.reply
  }
}

async function read(database: Database): Promise<PublicCoursesReply> {
  const courses: PublicCourses = { courses: [...itemsThatFit(await listListedCourses(database))] }
  const json = JSON.stringify(courses)
  return { body: jsonText(json), etag: `"${hash('sha256', json, 'base64url')}"` }
}
