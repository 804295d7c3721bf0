import type { Caller } from '../http/caller.ts'
import type { Call } from '../http/call.ts'
import { utcTime } from '../http/date-time.ts'
import type { JsonObject } from '../http/json.ts'
import { exercisesOf, hierarchicalName, modulesOf } from '../exercises/exercise-number.ts'
import { shownGrade } from '../submissions/render-submission.ts'
import { userBrief } from '../users/render-user.ts'
import type { CourseModule, Exercise } from '../world/course.ts'
import type { Submission } from '../world/submission.ts'
import type { User } from '../world/user.ts'

const roleLabels = { student: 'Student', assistant: 'Assistant', teacher: 'Teacher' } as const

interface Sums {
  maxPoints: number
  points: number
  submissionCount: number
  maxByDifficulty: Record<string, number>
  byDifficulty: Record<string, number>
}

/** A person with tags and role; the role is a label in the caller's language. */
export function userWithRole(call: Call, user: User): JsonObject {
  const { id: courseId } = call.course
  const slugs = call.world.tagSlugsOf(courseId, user.id)
  const role = call.world.roleOf(courseId, user.id)
  return {
    ...userBrief(call, user),
    tags: call.world
      .tagsOf(courseId)
      .filter((tag) => slugs.includes(tag.slug))
      .map((tag) => ({
        id: tag.id,
        url: call.link(`/courses/${courseId}/usertags/${tag.id}`),
        slug: tag.slug,
        name: tag.name,
      })),
    role: role === null ? '' : call.translate(roleLabels[role]),
  }
}

/** Everything of one person in one exercise. `best` is the official submission, if there is one. */
export function exercisePoints(call: Call, caller: Caller, exercise: Exercise, userId: number): JsonObject {
  const submissions = (call.world.submissionsOf.get(exercise.id) ?? [])
    .map((id) => call.world.submission(id))
    .filter((submission) => submission.submitterIds.includes(userId))
    .sort((a, b) => b.id - a.id)
  const best = bestOf(submissions)
  const points = best === null ? 0 : shownGrade(call, caller, best)
  const link = (submission: Submission): string => call.link(`/submissions/${submission.id}`)
  return {
    id: exercise.id,
    url: call.link(`/exercises/${exercise.id}`),
    name: hierarchicalName(call.world, exercise),
    difficulty: exercise.difficulty,
    max_points: exercise.maxPoints,
    points_to_pass: exercise.pointsToPass,
    submission_count: submissions.length,
    points,
    passed: points >= exercise.pointsToPass,
    official: best === null || best.status === 'ready',
    best_submission: best === null ? null : link(best),
    submissions: submissions.map(link),
    submissions_with_points: submissions.map((submission) => ({
      id: submission.id,
      url: link(submission),
      submission_time: utcTime(submission.submittedAtMs),
      grade: shownGrade(call, caller, submission),
    })),
  }
}

/** The ready submission with the highest grade; of two equal ones, the later. */
export function bestOf(newestFirst: readonly Submission[]): Submission | null {
  let best: Submission | null = null
  for (const submission of newestFirst) {
    if (submission.status === 'ready' && submission.grade > (best?.grade ?? -1)) best = submission
  }
  return best
}

/** The whole tree of one person's results in the course. */
export function coursePoints(call: Call, caller: Caller, user: User): JsonObject {
  const modules = modulesOf(call.world, call.course.id).map((module) => modulePoints(call, caller, module, user.id))
  const all = sumUp(modules.map(({ sums }) => sums))
  return {
    ...userWithRole(call, user),
    max_points: all.maxPoints,
    max_points_by_difficulty: all.maxByDifficulty,
    submission_count: all.submissionCount,
    points: all.points,
    points_by_difficulty: all.byDifficulty,
    modules: modules.map(({ item }) => item),
  }
}

/** A hidden module is listed with all its exercises, but its points do not count. */
function modulePoints(
  call: Call,
  caller: Caller,
  module: CourseModule,
  userId: number,
): { item: JsonObject; sums: Sums } {
  const exercises = exercisesOf(call.world, module.id)
  const items = exercises.map((exercise) => exercisePoints(call, caller, exercise, userId))
  const sums = sumUp(
    module.isHidden
      ? []
      : items.map((item, at) => {
          const difficulty = exercises[at]?.difficulty ?? ''
          const [maxPoints, points] = [Number(item['max_points']), Number(item['points'])]
          return {
            maxPoints,
            points,
            submissionCount: Number(item['submission_count']),
            maxByDifficulty: { [difficulty]: maxPoints },
            byDifficulty: { [difficulty]: points },
          }
        }),
  )
  return {
    sums,
    item: {
      id: module.id,
      name: module.name,
      max_points: sums.maxPoints,
      points_to_pass: module.pointsToPass,
      submission_count: sums.submissionCount,
      points: sums.points,
      points_by_difficulty: sums.byDifficulty,
      passed: sums.points >= module.pointsToPass,
      exercises: items,
    },
  }
}

function sumUp(parts: readonly Sums[]): Sums {
  const total: Sums = { maxPoints: 0, points: 0, submissionCount: 0, maxByDifficulty: {}, byDifficulty: {} }
  for (const part of parts) {
    total.maxPoints += part.maxPoints
    total.points += part.points
    total.submissionCount += part.submissionCount
    addInto(total.maxByDifficulty, part.maxByDifficulty)
    addInto(total.byDifficulty, part.byDifficulty)
  }
  return total
}

function addInto(total: Record<string, number>, part: Readonly<Record<string, number>>): void {
  for (const [key, value] of Object.entries(part)) total[key] = (total[key] ?? 0) + value
}
