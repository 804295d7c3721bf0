import type { FormField } from '@course-grading/submission-content'
import { type ExerciseForm, fetchExerciseForm, UpstreamError } from '@course-grading/upstream'
import { type CallerRequest, upstreamCall } from '../deps/session-caller.ts'
import type { Deps } from '../deps/deps.ts'

/** The fields of an exercise's form. Translations take precedence over language markup. */
export function formFields(exercise: ExerciseForm | null): FormField[] {
  return (exercise?.form ?? []).map(({ key, type, title, titles }) => ({
    key,
    type,
    title: titles.size > 0 ? Object.fromEntries(titles) : title,
  }))
}

/** The form and the templates of an exercise; null if they are unavailable, so that the work is shown without them. */
export async function readExerciseForm(
  { upstream }: Pick<Deps, 'upstream'>,
  request: CallerRequest,
  exerciseId: number,
): Promise<ExerciseForm | null> {
  try {
    return await fetchExerciseForm(upstream, upstreamCall(request), exerciseId)
  } catch (error) {
    // A refused token must end the session, so its error is thrown.
    if (error instanceof UpstreamError && error.code !== 'upstream_refused') return null
    throw error
  }
}
