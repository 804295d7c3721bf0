import Type from 'typebox'
import { replyCheck, text, upstreamId } from '../replies/reply-check.ts'
import { singleReplyBytes } from '../replies/sizes.ts'
import { wholeJson } from '../replies/whole-json.ts'
import type { Upstream, UpstreamCall } from '../client/client.ts'
import { UpstreamError } from '../call/upstream-error.ts'
import { pathId } from '../call/path-id.ts'

interface ExerciseOfCourse {
  readonly exerciseId: number
  readonly courseId: number
  /** By the exercise's own status, not its module's: A+ then shows students neither the exercise nor their submissions. */
  readonly isHidden: boolean
}

const checkExerciseReply = replyCheck(
  Type.Object({
    id: upstreamId,
    course: Type.Object({ id: upstreamId }),
    status: text,
  }),
)

/** Null if A+ does not show the exercise (403, 404). Finds those in hidden modules, too, which the list of A+ before 1.31 lacks. */
export async function fetchExercise(
  upstream: Upstream,
  call: UpstreamCall,
  exerciseId: number,
): Promise<ExerciseOfCourse | null> {
  try {
    return await readExercise(upstream, call, exerciseId)
  } catch (error) {
    if (error instanceof UpstreamError && error.code === 'upstream_rejected') return null
    throw error
  }
}

/** Throws `upstream_rejected` if A+ does not show the exercise, with 404 if it was deleted. */
export function readExercise(upstream: Upstream, call: UpstreamCall, exerciseId: number): Promise<ExerciseOfCourse> {
  return upstream.get(
    {
      operation: 'fetchExercise',
      purpose: 'data',
      path: `/exercises/${pathId(exerciseId)}`,
      limitBytes: singleReplyBytes,
      mayBeUnlistable: true,
      read: wholeJson((json): ExerciseOfCourse => {
        const exercise = checkExerciseReply(json)
        if (exercise.id !== exerciseId) throw new UpstreamError('schema')
        return { exerciseId, courseId: exercise.course.id, isHidden: exercise.status === 'hidden' }
      }),
    },
    call,
  )
}
