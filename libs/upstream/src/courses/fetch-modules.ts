import Type from 'typebox'
import { replyCheck, text, upstreamId } from '../replies/reply-check.ts'
import { pageBytes } from '../replies/sizes.ts'
import { pageOf } from '../pages/walk-pages.ts'
import { wholeJson } from '../replies/whole-json.ts'
import type { Upstream, UpstreamCall } from '../client/client.ts'
import { UpstreamError } from '../call/upstream-error.ts'
import { pathId } from '../call/path-id.ts'

interface CourseModule {
  readonly moduleId: number
  /** Begins with the module's number, and may have language markup (`2. |en:…|fi:…|`). */
  readonly displayName: string
  readonly isOpen: boolean
  /** A+ shows hidden modules only to teachers. */
  readonly isHidden: boolean
  /** Chapters are left out, but not the exercises within them. */
  readonly exercises: readonly CourseExercise[]
}

interface CourseExercise {
  readonly exerciseId: number
  readonly displayName: string
  readonly maxPoints: number
}

const exercise = Type.Object({
  id: upstreamId,
  display_name: text,
  max_points: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
})

const checkModulesReply = replyCheck(
  pageOf(
    Type.Object({
      id: upstreamId,
      display_name: text,
      is_open: Type.Boolean(),
      is_hidden: Type.Boolean(),
      exercises: Type.Array(exercise, { maxItems: 10_000 }),
    }),
  ),
)

/** The modules are in the course's order. A+ gives all of them on one page. */
export function fetchModules(upstream: Upstream, call: UpstreamCall, courseId: number): Promise<CourseModule[]> {
  return upstream.get(
    {
      operation: 'fetchModules',
      purpose: 'data',
      path: `/courses/${pathId(courseId)}/exercises`,
      limitBytes: pageBytes,
      read: wholeJson(readModules),
    },
    call,
  )
}

function readModules(json: unknown): CourseModule[] {
  const page = checkModulesReply(json)
  if (page.next !== null) throw new UpstreamError('schema') // half of a course must not be taken for a whole one
  return page.results.map((module) => ({
    moduleId: module.id,
    displayName: module.display_name,
    isOpen: module.is_open,
    isHidden: module.is_hidden,
    exercises: module.exercises.map(({ id, display_name: displayName, max_points: maxPoints }) => ({
      exerciseId: id,
      displayName,
      maxPoints,
    })),
  }))
}
