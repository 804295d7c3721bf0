import { DomainError } from '@course-grading/domain/errors/domain-error'
import { foreignExerciseIssues } from '@course-grading/domain/settings/added-exercises'
import type { CourseSettingsChange } from '@course-grading/domain/settings/course-settings'
import { fetchExercise, fetchModules, type Upstream, type UpstreamCall } from '@course-grading/upstream'
import pMap from 'p-map'

/** Few at a time, so as not to overload the learning platform. */
const lookUpsAtOnce = 4
/** An exercise that the course's list lacks is rare (hidden modules before A+ 1.31), so more than this are a mistake. */
const maxLookUps = 50

interface AddedExercises {
  readonly courseId: number
  readonly change: Pick<CourseSettingsChange, 'manualGradingExercises'>
  readonly added: readonly number[]
}

/** Throws `validation_failed` for another course's exercises. Reads the course's list, then looks up each exercise that the list lacks. */
export async function checkAddedExercises(
  upstream: Upstream,
  call: UpstreamCall,
  { courseId, change, added }: AddedExercises,
): Promise<void> {
  if (added.length === 0) return
  const modules = await fetchModules(upstream, call, courseId)
  const listed = new Set(modules.flatMap(({ exercises }) => exercises.map(({ exerciseId }) => exerciseId)))
  const missing = added.filter((exerciseId) => !listed.has(exerciseId))
  const reject = (foreign: readonly number[], fact: string): void => {
    if (foreign.length > 0)
      throw new DomainError('validation_failed', { issues: foreignExerciseIssues(change, foreign, fact) })
  }
  if (missing.length > maxLookUps)
    reject(missing, `is not in the course's list, and more than ${maxLookUps} such exercises are not looked up`)
  const courses = await coursesOf(upstream, call, missing)
  reject(
    missing.filter((_, index) => courses[index] !== courseId),
    'is not one of this course',
  )
}

/** The course of each exercise; null if the platform shows no such exercise. */
async function coursesOf(
  upstream: Upstream,
  call: UpstreamCall,
  exerciseIds: readonly number[],
): Promise<(number | null)[]> {
  const stop = new AbortController()
  const signal = call.signal ? AbortSignal.any([call.signal, stop.signal]) : stop.signal
  try {
    return await pMap(
      exerciseIds,
      async (exerciseId) => (await fetchExercise(upstream, { ...call, signal }, exerciseId))?.courseId ?? null,
      {
        concurrency: lookUpsAtOnce,
      },
    )
  } catch (error) {
    // The other look-ups of this request are no longer needed.
    stop.abort()
    throw error
  }
}
