import Type from 'typebox'
import { replyCheck, upstreamId } from '../replies/reply-check.ts'
import { pageBytes } from '../replies/sizes.ts'
import { wholeJson } from '../replies/whole-json.ts'
import type { Upstream, UpstreamCall } from '../client/client.ts'
import { UpstreamError } from '../call/upstream-error.ts'
import { pathId } from '../call/path-id.ts'
import { formFieldsOf, type FormField } from './form-fields.ts'
import { templateUrlsOf, type TemplateUrls } from './template-urls.ts'

export interface ExerciseForm extends TemplateUrls {
  readonly exerciseId: number
  readonly courseId: number
  readonly form: readonly FormField[]
}

const checkExerciseReply = replyCheck(
  Type.Object({
    id: upstreamId,
    course: Type.Object({ id: upstreamId }),
    exercise_info: Type.Optional(Type.Unknown()),
    templates: Type.Optional(Type.Unknown()),
  }),
)

/** Null if A+ does not show the exercise (403, 404). The exercise's own service may send anything; what is not understood is left out. */
export async function fetchExerciseForm(
  upstream: Upstream,
  call: UpstreamCall,
  exerciseId: number,
): Promise<ExerciseForm | null> {
  const read = (json: unknown): ExerciseForm => {
    const exercise = checkExerciseReply(json)
    if (exercise.id !== exerciseId) throw new UpstreamError('schema')
    return {
      exerciseId,
      courseId: exercise.course.id,
      form: formFieldsOf(exercise.exercise_info),
      ...templateUrlsOf(exercise.templates),
    }
  }
  try {
    return await upstream.get(
      {
        operation: 'fetchExerciseForm',
        purpose: 'data',
        path: `/exercises/${pathId(exerciseId)}`,
        limitBytes: pageBytes,
        read: wholeJson(read, { allowsAnyString: true }),
      },
      call,
    )
  } catch (error) {
    if (error instanceof UpstreamError && error.code === 'upstream_rejected') return null
    throw error
  }
}
