import type { FormField } from '@course-grading/submission-content'
import { type ExerciseForm, fetchExerciseForm, UpstreamError } from '@course-grading/upstream'
import { type CallerRequest, upstreamCall } from '../access/session-caller.ts'
import type { Deps } from '../deps.ts'

/** The fields of a form as the reading of answers takes them: its translations come before the markup. */
export function formFields(exercise: ExerciseForm | null): FormField[] {
  return (exercise?.form ?? []).map(({ key, type, title, titles }) => ({
    key,
    type,
    title: titles.size > 0 ? Object.fromEntries(titles) : title,
  }))
}

/** The form and the templates of an exercise; null where they are unavailable: the work itself is shown without them. */
export async function readExerciseForm(
  { upstream }: Pick<Deps, 'upstream'>,
  request: CallerRequest,
  exerciseId: number,
): Promise<ExerciseForm | null> {
  try {
    return await fetchExerciseForm(upstream, upstreamCall(request), exerciseId)
  } catch (error) {
    // A token that is refused ends the session, whichever call finds out.
    if (error instanceof UpstreamError && error.code !== 'upstream_refused') return null
    throw error
  }
}
