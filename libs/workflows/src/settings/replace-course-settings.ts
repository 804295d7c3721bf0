import { findSlugOwner } from '@course-grading/data/courses/course-slug-queries'
import type { Database } from '@course-grading/data/db/database'
import { listTakenExercises } from '@course-grading/data/settings/manual-grading-exercise-queries'
import type { StoredCourseSettings } from '@course-grading/data/settings/stored-course-settings'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { addedExercises } from '@course-grading/domain/settings/added-exercises'
import type { CourseSettings, CourseSettingsChange } from '@course-grading/domain/settings/course-settings'
import { sizeIssues } from '@course-grading/domain/settings/document-size'
import { staffIssues } from '@course-grading/domain/settings/grader-staff'
import { exercisesTaken, slugTaken } from '@course-grading/domain/settings/settings-conflicts'
import { planCourseSettings, type SlugRule } from '@course-grading/domain/settings/plan-course-settings'
import type { Upstream, UpstreamCall } from '@course-grading/upstream'
import { checkAddedExercises } from './check-added-exercises.ts'
import { checkGraderStaff } from './check-grader-staff.ts'
import { writeCourseSettings } from './write-course-settings.ts'

interface ReplaceCourseSettings {
  readonly current: StoredCourseSettings
  readonly expectedRevision: number
  readonly change: CourseSettingsChange
  /** Only a service whose database role can reserve a slug may let it change. */
  readonly slug: SlugRule
  readonly userId: number
  readonly boundary: 'public' | 'frontend'
  readonly operation: string
  readonly upstreamCall: UpstreamCall
}

/**
 * Rejects a stale revision first, then what contradicts the course, the platform or another course's exercises; each step reports all
 * problems. The write checks again. Throws `revision_conflict`, `validation_failed`, `slug_taken`, `manual_grading_exercise_conflict`,
 * `not_found` and upstream errors; calls upstream outside any transaction.
 */
export async function replaceCourseSettings(
  { database, upstream }: { database: Database; upstream: Upstream },
  request: ReplaceCourseSettings,
): Promise<StoredCourseSettings> {
  const { current, expectedRevision } = request
  if (current.revision !== expectedRevision) throw new DomainError('revision_conflict')
  const settings = JSON.parse(current.document) as CourseSettings
  const plan = planCourseSettings(settings, request.change, request.slug)
  const document = JSON.stringify(plan.next)
  const found = [...plan.issues, ...sizeIssues(document)]
  const { graders } = request.change
  const { issues, names } = await checkGraderStaff(upstream, request.upstreamCall, current.courseId, {
    userIds: graders.map(({ userId }) => userId),
    issues: found,
    issuesOf: staffIssues,
  })
  if (issues.length > 0) throw new DomainError('validation_failed', { issues })
  const added = addedExercises(settings, request.change)
  await refuseTaken(database, {
    courseId: current.courseId,
    added,
    newSlug: plan.next.slug === settings.slug ? null : plan.next.slug,
  })
  await checkAddedExercises(upstream, request.upstreamCall, {
    courseId: current.courseId,
    change: request.change,
    added,
  })

  // After the time limit, or when the caller has left, no write may begin.
  if (request.upstreamCall.signal?.aborted) throw new DomainError('upstream_unavailable')
  return await writeCourseSettings(database, {
    courseId: current.courseId,
    expectedRevision,
    document,
    userId: request.userId,
    boundary: request.boundary,
    operation: request.operation,
    staffNames: names,
    changesClaims: plan.next.slug !== settings.slug || !holdsSameExercises(settings, plan.next),
    ...(plan.next.slug !== settings.slug && { newSlug: plan.next.slug }),
  })
}

function holdsSameExercises(before: CourseSettings, after: CourseSettings): boolean {
  const held = new Set(before.manualGradingExercises)
  return held.symmetricDifference(new Set(after.manualGradingExercises)).size === 0
}

interface Claims {
  readonly courseId: number
  readonly added: readonly number[]
  /** Null if the slug stays. */
  readonly newSlug: string | null
}

/** Called before the platform is asked about added exercises. The write checks exercises and slug again. */
async function refuseTaken(database: Database, { courseId, added, newSlug }: Claims): Promise<void> {
  if (added.length === 0) return
  const taken = await listTakenExercises(database, courseId, added)
  if (taken.length > 0) throw exercisesTaken(taken)
  const owner = newSlug === null ? null : await findSlugOwner(database, newSlug)
  if (owner !== null && owner.courseId !== courseId) throw slugTaken()
}
