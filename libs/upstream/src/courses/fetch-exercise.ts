import Type from 'typebox'
import { replyCheck, upstreamId } from '../replies/reply-check.ts'
import { singleReplyBytes } from '../replies/sizes.ts'
import { wholeJson } from '../replies/whole-json.ts'
import type { Upstream, UpstreamCall } from '../client.ts'
import { UpstreamError } from '../errors.ts'
import { pathId } from '../path-id.ts'

interface ExerciseOfCourse {
  readonly exerciseId: number
  readonly courseId: number
}

const checkExerciseReply = replyCheck(
  Type.Object({
    id: upstreamId,
    course: Type.Object({ id: upstreamId }),
  }),
)

/** Null if A+ does not show it (403, 404). Hidden modules count for teachers, which A+ before 1.31 leaves out of the list. */
export async function fetchExercise(
  upstream: Upstream,
  call: UpstreamCall,
  exerciseId: number,
): Promise<ExerciseOfCourse | null> {
  const read = wholeJson((json): ExerciseOfCourse => {
    const exercise = checkExerciseReply(json)
    if (exercise.id !== exerciseId) throw new UpstreamError('schema')
    return { exerciseId, courseId: exercise.course.id }
  })
  try {
    return await upstream.get(
      {
        operation: 'fetchExercise',
        purpose: 'data',
        path: `/exercises/${pathId(exerciseId)}`,
        limitBytes: singleReplyBytes,
        read,
      },
      call,
    )
  } catch (error) {
    if (error instanceof UpstreamError && error.code === 'upstream_rejected') return null
    throw error
  }
}
