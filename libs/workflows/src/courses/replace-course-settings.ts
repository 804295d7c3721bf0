import {
  type Database, ExercisesTakenError, type StoredCourseSettings, updateCourseSettings, type UpdateOutcome,
  withSerializationRetry,
} from '@course-grading/data'
import {
  type CourseSettings, type CourseSettingsChange, DomainError, exerciseConflictIssues, planCourseSettings,
} from '@course-grading/domain'
import type { Upstream, UpstreamCall } from '@course-grading/upstream'
import { checkGraderStaff } from './check-grader-staff.ts'

export interface ReplaceCourseSettings {
  /** The course as the caller's request found it. */
  readonly current: StoredCourseSettings
  /** The revision the caller says it read. */
  readonly expectedRevision: number
  readonly change: CourseSettingsChange
  /** Who writes, for the history. */
  readonly userId: number
  readonly boundary: 'public' | 'frontend'
  readonly operation: string
  readonly upstreamCall: UpstreamCall
}

/**
 * Replaces every writable field of a course: refuses a stale revision, then whatever the course, the learning platform or
 * another course's exercises speak against, all problems of a step at once. Revision and exercises are decided again by
 * the statements of the write. Throws `revision_conflict`, `validation_failed`, `manual_grading_exercise_conflict`,
 * `not_found` and the upstream errors. The platform is asked outside any transaction.
 */
export async function replaceCourseSettings(
  { database, upstream }: { database: Database; upstream: Upstream }, request: ReplaceCourseSettings,
): Promise<StoredCourseSettings> {
  const { current, expectedRevision } = request
  if (current.revision !== expectedRevision) throw new DomainError('revision_conflict')
  const plan = planCourseSettings(JSON.parse(current.document) as CourseSettings, request.change)
  const issues = await checkGraderStaff(upstream, request.upstreamCall, current.courseId, request.change.graders, plan.issues)
  if (issues.length > 0) throw new DomainError('validation_failed', { issues })

  // Past its time, or with nobody waiting for the answer, a write must not begin.
  if (request.upstreamCall.signal?.aborted) throw new DomainError('upstream_unavailable')
  const document = JSON.stringify(plan.next)
  const written = await write(database, {
    courseId: current.courseId, expectedRevision, document,
    userId: request.userId, boundary: request.boundary, operation: request.operation,
  })
  switch (written.outcome) {
    case 'written': return { courseId: current.courseId, revision: plan.next.revision, document }
    case 'missing': throw new DomainError('not_found')
    case 'stale': throw new DomainError('revision_conflict')
    case 'exercises_taken':
      throw new DomainError('manual_grading_exercise_conflict', { issues: exerciseConflictIssues(written.exerciseIds) })
  }
}

/** An exercise that another course took while this write ran is told like one that it held before. */
async function write(database: Database, settings: Parameters<typeof updateCourseSettings>[1]): Promise<UpdateOutcome> {
  try {
    return await withSerializationRetry(() => database.transaction((tx) => updateCourseSettings(tx, settings)))
  } catch (error) {
    if (error instanceof ExercisesTakenError) return { outcome: 'exercises_taken', exerciseIds: [...error.exerciseIds] }
    throw error
  }
}
