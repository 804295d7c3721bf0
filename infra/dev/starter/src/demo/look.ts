import type { DemoSession } from '../demo-course/assessed-essays.ts'
import { essayRubric, projectRubric } from '../demo-course/rubrics.ts'
import { courseId, essayId, projectId } from './stage.ts'

const judged = [
  { exerciseId: essayId, rubric: essayRubric, release: 'manual' },
  { exerciseId: projectId, rubric: projectRubric, release: 'immediate' },
] as const
const graderIds = [102, 103]

/** How to begin again after somebody has changed the demo course. */
export const howToBeginAgain = `To begin again, stop npm start, and run

  npm start -- --fresh    which makes the demo world new; with DATABASE_URL, give it an empty database instead
  pnpm demo`

/**
 * What the demo needs of the demo course and does not find, because somebody has changed it since it was filled. Reads only.
 */
export async function lookAtDemoCourse(teacher: DemoSession): Promise<readonly string[]> {
  const { body: settings } = await teacher.getCourseSettings({ params: { courseId } })
  const missing = graderIds
    .filter((id) => !settings.graders.some(({ userId }) => userId === id))
    .map((id) => `user ${id} is no grader of course ${courseId}`)
  for (const { exerciseId, rubric, release } of judged) {
    if (!settings.manualGradingExercises.includes(exerciseId)) {
      missing.push(`exercise ${exerciseId} is not graded by hand`)
      continue
    }
    const { body: grading } = await teacher.getExerciseGrading({ params: { courseId, exerciseId } })
    if (grading.release !== release) missing.push(`results of exercise ${exerciseId} are not released as "${release}"`)
    if (grading.anonymous) missing.push(`work of exercise ${exerciseId} is anonymous`)
    const { rubricId } = grading
    const latest = rubricId && (await teacher.getRubric({ params: { rubricId } })).body.latest
    if (!holds(latest, rubric)) missing.push(`exercise ${exerciseId} is judged by another rubric than the demo's`)
  }
  return missing
}

/** Whether everything that is expected stands in what was found, which may have more members. */
function holds(found: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return found === expected
  if (typeof found !== 'object' || found === null) return false
  if (Array.isArray(expected) && (found as unknown[]).length !== expected.length) return false
  return Object.entries(expected).every(([key, value]) => holds((found as Record<string, unknown>)[key], value))
}
