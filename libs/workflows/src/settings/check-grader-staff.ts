import { DomainError, type Issue } from '@course-grading/domain/errors/domain-error'
import type { StaffLookUp } from '@course-grading/domain/settings/grader-staff'
import { findCourseStaff, type Upstream, type UpstreamCall } from '@course-grading/upstream'
import pMap from 'p-map'
import type { CourseSettingsWrite } from './write-course-settings.ts'

/** The platform has no list of a course's staff, so people are looked up one by one; few at a time, so as not to overload the platform. */
const lookUpsAtOnce = 4

interface StaffCheck {
  readonly userIds: readonly number[]
  readonly issues: readonly Issue[]
  /** The issues of those who are not staff; `lookUps[i]` is about `userIds[i]`. */
  readonly issuesOf: (lookUps: readonly StaffLookUp[]) => readonly Issue[]
}

export interface CheckedStaff {
  readonly issues: readonly Issue[]
  readonly names: NonNullable<CourseSettingsWrite['staffNames']>
}

/** Returns `issues` with those of `issuesOf`. If the platform fails, returns only `issues`, or throws the platform's error without any. */
export async function checkGraderStaff(
  upstream: Upstream,
  call: UpstreamCall,
  courseId: number,
  { userIds, issues, issuesOf }: StaffCheck,
): Promise<CheckedStaff> {
  const stop = new AbortController()
  const signal = call.signal ? AbortSignal.any([call.signal, stop.signal]) : stop.signal
  try {
    const lookUps = await pMap(userIds, (userId) => findCourseStaff(upstream, { ...call, signal }, userId, courseId), {
      concurrency: lookUpsAtOnce,
    })
    const names = lookUps.flatMap(({ userId, fullName, isStaff }) =>
      isStaff && fullName !== null ? [{ courseId, userId, fullName }] : [],
    )
    return { issues: [...issues, ...issuesOf(lookUps)], names }
  } catch (error) {
    stop.abort()
    if (issues.length > 0 && error instanceof DomainError) return { issues, names: [] }
    throw error
  }
}
