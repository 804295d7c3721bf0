import { essayRubric, projectRubric } from '../demo-course/rubrics.ts'
import type { Reply } from './frontend-session.ts'

/** A request of the demo course's teacher. */
type Ask = (path: string) => Promise<Reply>

const courseId = 11
const judged = [
  { exerciseId: 1103, rubric: essayRubric, release: 'manual' },
  { exerciseId: 1104, rubric: projectRubric, release: 'immediate' },
] as const
const graderIds = [102, 103]

/** How to begin again after somebody has changed the demo course. */
export const howToBeginAgain = `To begin again, stop npm start, and run

  npm start -- --fresh    which makes the demo world new; with DATABASE_URL, give it an empty database instead
  pnpm demo`

/**
 * What the demo needs of the demo course and does not find, because somebody has changed it since it was filled. Reads only.
 */
export async function lookAtDemoCourse(ask: Ask): Promise<readonly string[]> {
  const settings = await ask(`/courses/${courseId}/settings`)
  if (settings.status !== 200) return [`course ${courseId} cannot be read by its teacher: ${settings.status}`]
  const { manualGradingExercises = [], graders = [] } = settings.body as {
    manualGradingExercises?: readonly number[]
    graders?: readonly { readonly userId: number }[]
  }
  const missing: string[] = graderIds
    .filter((id) => !graders.some(({ userId }) => userId === id))
    .map((id) => `user ${id} is no grader of course ${courseId}`)
  for (const { exerciseId, rubric, release } of judged) {
    if (manualGradingExercises.includes(exerciseId))
      missing.push(...(await lookAtExercise(ask, exerciseId, { rubric, release })))
    else missing.push(`exercise ${exerciseId} is not graded by hand`)
  }
  return missing
}

async function lookAtExercise(
  ask: Ask,
  exerciseId: number,
  { rubric, release }: { readonly rubric: object; readonly release: string },
): Promise<readonly string[]> {
  const { body } = await ask(`/courses/${courseId}/exercises/${exerciseId}/grading`)
  const missing: string[] = []
  if (body['release'] !== release) missing.push(`results of exercise ${exerciseId} are not released as "${release}"`)
  if (body['anonymous'] !== false) missing.push(`work of exercise ${exerciseId} is anonymous`)
  const { rubricId } = body as { readonly rubricId: string | null }
  const latest = rubricId === null ? null : (await ask(`/rubrics/${rubricId}`)).body['latest']
  if (!holds(latest, rubric)) missing.push(`exercise ${exerciseId} is judged by another rubric than the demo's`)
  return missing
}

/** Whether everything that is expected stands in what was found, which may have more members. */
function holds(found: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return found === expected
  if (typeof found !== 'object' || found === null) return false
  if (Array.isArray(expected) && (found as unknown[]).length !== expected.length) return false
  return Object.entries(expected).every(([key, value]) => holds((found as Record<string, unknown>)[key], value))
}
