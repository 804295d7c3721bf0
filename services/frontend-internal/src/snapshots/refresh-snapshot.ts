import { type CourseSettings, DomainError, type SnapshotChanges } from '@course-grading/domain'
import { errorFacts } from '@course-grading/http-kit'
import { refreshCourseSnapshot } from '@course-grading/workflows'
import type { CourseMember } from '../access/course-member.ts'
import { endSessionIfRefused } from '../access/end-refused-session.ts'
import { type CallerRequest, upstreamCall } from '../access/session-caller.ts'
import type { Deps } from '../deps.ts'

/** Staff who look at an older snapshot than this have it refreshed behind their back. */
const freshS = 900

/** What a refresh works with. */
export type RefreshDeps = Pick<
  Deps,
  'database' | 'upstream' | 'logger' | 'freshIdentity' | 'loadCourseSettings' | 'onStandingChanged'
>

/** How to refresh: see `refreshCourseSnapshot` of libs/workflows. */
interface Refresh {
  readonly signal: AbortSignal
  readonly takesReadingUnderWay: boolean
}

/**
 * Reads the member's course anew with the member's token, until the signal fires. `forbidden` when the learning platform has
 * meanwhile taken the role away that the member was let in with.
 */
export async function refreshSnapshot(
  deps: RefreshDeps,
  request: CallerRequest,
  member: CourseMember,
  refresh: Refresh,
): Promise<SnapshotChanges> {
  const { courseId } = member.access
  const stored = await deps.loadCourseSettings(courseId)
  if (stored === null) throw new DomainError('not_found')
  try {
    const changes = await refreshCourseSnapshot(deps, {
      settings: JSON.parse(stored.document) as CourseSettings,
      seenBy: member.isTeacher ? 'teacher' : 'assistant',
      takesReadingUnderWay: refresh.takesReadingUnderWay,
      upstreamCall: { ...upstreamCall(request), signal: refresh.signal },
    })
    for (const { code, exerciseId } of changes.warnings) {
      deps.logger.warn('submissions not refreshed', { courseId, exerciseId, code, requestId: request.requestId })
    }
    return changes
  } catch (error) {
    if (!(error instanceof DomainError && lostRoleCodes.has(error.code))) throw error
    throw (await isStaffStill(deps, request, courseId)) ? error : new DomainError('forbidden')
  }
}

/** What a reading ends with when the role was lost that it needs; the second one comes of other things too. */
const lostRoleCodes: ReadonlySet<string> = new Set(['forbidden', 'upstream_rejected'])

/**
 * Asks the learning platform, or the person's next request would be let in with a lost role again. True where it cannot be asked;
 * when it refuses the token, that is thrown.
 */
async function isStaffStill(deps: RefreshDeps, request: CallerRequest, courseId: number): Promise<boolean> {
  try {
    const { courses } = await deps.freshIdentity(request, { anew: true })
    return courses.some((course) => course.courseId === courseId && course.role !== 'student')
  } catch (failure) {
    if (failure instanceof DomainError && failure.code === 'upstream_refused') throw failure
    deps.logger.warn('roles not read anew', errorFacts(failure))
    return true
  }
}

/**
 * Before a snapshot is read: where there is none yet, staff wait for the first and students are told 404; staff who find an
 * old one have it refreshed in the background.
 */
export async function requireSnapshot(
  deps: RefreshDeps & Pick<Deps, 'backgroundRefreshes'>,
  request: CallerRequest,
  member: CourseMember,
): Promise<void> {
  const { courseId, snapshotAgeS } = member.access
  if (snapshotAgeS === null) {
    if (!member.isStaff) throw new DomainError('not_found')
    await refreshSnapshot(deps, request, member, { signal: request.deadline(), takesReadingUnderWay: true })
  } else if (member.isStaff && snapshotAgeS > freshS) {
    deps.backgroundRefreshes.start(courseId, (signal) => refreshBehindBack(deps, request, member, signal))
  }
}

/** Nobody waits for it: what comes of it is told to the log. Answers whether it succeeded. */
async function refreshBehindBack(
  deps: RefreshDeps,
  request: CallerRequest,
  member: CourseMember,
  signal: AbortSignal,
): Promise<boolean> {
  const { requestId } = request
  const { courseId } = member.access
  try {
    await refreshSnapshot(deps, request, member, { signal, takesReadingUnderWay: true })
    deps.logger.info('snapshot refreshed', { courseId, requestId })
    return true
  } catch (error) {
    deps.logger.warn('snapshot not refreshed', {
      courseId,
      requestId,
      code: error instanceof DomainError ? error.code : 'internal',
    })
    await endSessionIfRefused(deps, request, error).catch((failure: unknown) =>
      deps.logger.error('session not ended', errorFacts(failure)),
    )
    return false
  }
}
