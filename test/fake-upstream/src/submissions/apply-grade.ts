import type { Submission } from '../world/submission.ts'
import type { World } from '../world/world.ts'

/**
 * Sets grade, penalty, time and status as a successful grading does.
 * @param given.maxPoints 0 means the exercise's own maximum when there are points
 * @returns false, with nothing changed, where A+ fails an assertion: more points than the exercise has
 */
export function applyGrade(
  world: World,
  submission: Submission,
  given: { points: number; maxPoints: number; isManual?: boolean },
): boolean {
  const exercise = world.exercise(submission.exerciseId)
  const outOf = given.maxPoints === 0 ? exercise.maxPoints : given.maxPoints
  if (given.points > outOf) return false
  const penalty = given.isManual === true ? null : latePenalty(world, submission)
  const scaled = outOf === 0 ? 0 : (exercise.maxPoints * given.points) / outOf
  submission.grade = roundHalfToEven(scaled * (1 - (penalty ?? 0)))
  submission.latePenaltyApplied = penalty
  submission.gradedAtMs = world.now()
  // The limit decides here, whatever the category of the exercise accepts and however early the submission was made.
  if (given.isManual !== true && isOverLimit(world, submission)) submission.status = 'unofficial'
  if (submission.status !== 'unofficial') submission.status = 'ready'
  submission.timesGraded += 1
  return true
}

/**
 * Whether each submitter has more submissions than the limit. Those in error do not count; those that a teacher made
 * do.
 */
function isOverLimit(world: World, { exerciseId, submitterIds }: Submission): boolean {
  const { maxSubmissions } = world.exercise(exerciseId)
  const counted = (world.submissionsOf.get(exerciseId) ?? [])
    .map((id) => world.submission(id))
    .filter(({ status }) => status !== 'error' && status !== 'rejected')
  return (
    maxSubmissions > 0 &&
    submitterIds.length > 0 &&
    submitterIds.every(
      (userId) => counted.filter((submission) => submission.submitterIds.includes(userId)).length > maxSubmissions,
    )
  )
}

/** The penalty is decided at every grading, by the best deviation that any submitter has. */
function latePenalty(world: World, submission: Submission): number | null {
  const module = world.modules.get(world.exercise(submission.exerciseId).moduleId)
  if (module === undefined || module.latePenalty === 0) return null
  const extended = submission.submitterIds.some((userId) => {
    const extraMs = world.deadlineExtensions.get(`${submission.exerciseId} ${userId}`)
    return extraMs !== undefined && submission.submittedAtMs <= module.closesAtMs + extraMs
  })
  return submission.submittedAtMs <= module.closesAtMs || extended ? null : module.latePenalty
}

/** Python's rounding: 2.5 becomes 2, 1.5 becomes 2. */
function roundHalfToEven(value: number): number {
  const floor = Math.floor(value)
  const rest = value - floor
  if (rest !== 0.5) return Math.round(value)
  return floor % 2 === 0 ? floor : floor + 1
}
