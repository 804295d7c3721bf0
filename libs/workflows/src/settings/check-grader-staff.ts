import { DomainError, type Issue } from '@course-grading/domain'
import { isCourseStaff, type Upstream, type UpstreamCall } from '@course-grading/upstream'
import pMap from 'p-map'

/** The learning platform has no list of a course's staff, so people are looked up one by one; more at once would drown it. */
const lookUpsAtOnce = 4

export interface StaffCheck {
  readonly userIds: readonly number[]
  /** What was found before. */
  readonly issues: readonly Issue[]
  /** The issues of those who are no staff; `staff[i]` says whether `userIds[i]` is. */
  readonly tell: (staff: readonly boolean[]) => readonly Issue[]
}

/**
 * Looks everybody up on the learning platform and answers `issues` with those who are not staff of the course added.
 * When the platform fails, issues found before stand and are answered alone; with none, its error is thrown.
 */
export async function checkGraderStaff(
  upstream: Upstream,
  call: UpstreamCall,
  courseId: number,
  { userIds, issues, tell }: StaffCheck,
): Promise<readonly Issue[]> {
  const stop = new AbortController()
  const signal = call.signal ? AbortSignal.any([call.signal, stop.signal]) : stop.signal
  try {
    const staff = await pMap(userIds, (userId) => isCourseStaff(upstream, { ...call, signal }, userId, courseId), {
      concurrency: lookUpsAtOnce,
    })
    return [...issues, ...tell(staff)]
  } catch (error) {
    // The other look-ups of this request have no use any more.
    stop.abort()
    if (issues.length > 0 && error instanceof DomainError) return issues
    throw error
  }
}
