import Type from 'typebox'
import { dateTime, utcTime } from '../replies/date-time.ts'
import { replyCheck, text, upstreamId } from '../replies/reply-check.ts'
import { singleReplyBytes } from '../replies/sizes.ts'
import { wholeJson } from '../replies/whole-json.ts'
import type { Upstream, UpstreamCall } from '../client/client.ts'
import { UpstreamError } from '../call/upstream-error.ts'
import { pathId } from '../call/path-id.ts'

interface Course {
  readonly courseId: number
  readonly code: string
  /** May hold language markup (`|en:…|fi:…|`). */
  readonly name: string
  /** Name of this instance, e.g. its term. */
  readonly instanceName: string
  /** The first language is the default; empty if the course names none. */
  readonly languages: readonly string[]
  readonly htmlUrl: string
  readonly startsAt: string
  readonly endsAt: string
  readonly visibleToStudents: boolean
}

const courseReply = Type.Object({
  id: upstreamId,
  html_url: Type.String({ maxLength: 2048 }),
  code: text,
  name: text,
  instance_name: text,
  language: text,
  starting_time: dateTime,
  ending_time: dateTime,
  visible_to_students: Type.Boolean(),
})
const checkCourseReply = replyCheck(courseReply)

/** Throws `upstream_rejected` for a course that A+ hides from the caller. */
export function fetchCourse(upstream: Upstream, call: UpstreamCall, courseId: number): Promise<Course> {
  const read = wholeJson((json): Course => {
    const course = checkCourseReply(json)
    if (course.id !== courseId) throw new UpstreamError('schema')
    return {
      courseId: course.id,
      code: course.code,
      name: course.name,
      instanceName: course.instance_name,
      languages: languagesOf(course.language),
      htmlUrl: course.html_url,
      startsAt: utcTime(course.starting_time),
      endsAt: utcTime(course.ending_time),
      visibleToStudents: course.visible_to_students,
    }
  })
  return upstream.get(
    {
      operation: 'fetchCourse',
      purpose: 'data',
      path: `/courses/${pathId(courseId)}`,
      limitBytes: singleReplyBytes,
      read,
    },
    call,
  )
}

/** Reads `""`, one language (`"en"`) or several (`"|en|fi|"`). */
function languagesOf(field: string): string[] {
  return [
    ...new Set(
      field
        .split('|')
        .map((code) => code.trim())
        .filter((code) => code !== ''),
    ),
  ]
}
