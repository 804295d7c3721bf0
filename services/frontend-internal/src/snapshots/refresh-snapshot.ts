import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import type { SnapshotChanges } from '@course-grading/domain/snapshots/snapshot-changes'
import { errorFacts } from '@course-grading/http-kit'
import { refreshCourseSnapshot, type RefreshDeps as WorkflowDeps } from '@course-grading/workflows'
import type { CourseMember } from '../access/course-member.ts'
import { endSessionIfRefused } from '../access/end-refused-session.ts'
import { type CallerRequest, upstreamCall } from '../deps/session-caller.ts'
import type { Deps } from '../deps/deps.ts'

/** Seconds: an older snapshot is refreshed in the background when staff read it. */
const freshS = 900

export type RefreshDeps = Pick<
  Deps,
  'database' | 'upstream' | 'logger' | 'freshIdentity' | 'loadCourseSettings' | 'reportStandingChange'
>

interface Refresh {
  readonly signal: AbortSignal
  readonly joinsReadingInProgress: boolean
}

/** Refreshes with the member's token. @throws DomainError forbidden when the member has lost the role; not_found; those of the reading */
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
    const { database, upstream } = deps
    const onStandingChanged: WorkflowDeps['onStandingChanged'] = (delivery) =>
      deps.reportStandingChange(delivery, 'refresh')
    const changes = await refreshCourseSnapshot(
      { database, upstream, onStandingChanged },
      {
        settings: JSON.parse(stored.document) as CourseSettings,
        seenBy: member.isTeacher ? 'teacher' : 'assistant',
        joinsReadingInProgress: refresh.joinsReadingInProgress,
        upstreamCall: { ...upstreamCall(request), signal: refresh.signal },
      },
    )
    for (const { code, exerciseId } of changes.warnings) {
      deps.logger.warn('submissions not refreshed', { courseId, exerciseId, code, requestId: request.requestId })
    }
    return changes
  } catch (error) {
    if (!(error instanceof DomainError && lostRoleCodes.has(error.code))) throw error
    throw (await isStaffStill(deps, request, courseId)) ? error : new DomainError('forbidden')
  }
}

/** The codes of errors that a lost role may have caused. `upstream_rejected` has other causes, too. */
const lostRoleCodes: ReadonlySet<string> = new Set(['forbidden', 'upstream_rejected'])

/** Reads the roles again, since a lost role would authorize the next request. True if they cannot be read. Throws for a refused token. */
async function isStaffStill(deps: RefreshDeps, request: CallerRequest, courseId: number): Promise<boolean> {
  try {
    const { courses } = await deps.freshIdentity(request, { again: true })
    return courses.some((course) => course.courseId === courseId && course.role !== 'student')
  } catch (failure) {
    if (failure instanceof DomainError && failure.code === 'upstream_refused') throw failure
    deps.logger.warn('roles not read again', errorFacts(failure))
    return true
  }
}

/** Staff wait for the first snapshot of a course, and students get 404. When staff read an old one, it is refreshed in the background. */
export async function requireSnapshot(
  deps: RefreshDeps & Pick<Deps, 'backgroundRefreshes'>,
  request: CallerRequest,
  member: CourseMember,
): Promise<void> {
  const { courseId, snapshotAgeS } = member.access
  if (snapshotAgeS === null) {
    if (!member.isStaff) throw new DomainError('not_found')
    await refreshSnapshot(deps, request, member, { signal: request.deadline(), joinsReadingInProgress: true })
  } else if (member.isStaff && snapshotAgeS > freshS) {
    deps.backgroundRefreshes.start(courseId, (signal) => refreshInBackground(deps, request, member, signal))
  }
}

/** Logs the outcome, since no request waits for it. Resolves to whether the refresh succeeded. */
async function refreshInBackground(
  deps: RefreshDeps,
  request: CallerRequest,
  member: CourseMember,
  signal: AbortSignal,
): Promise<boolean> {
  const { requestId } = request
  const { courseId } = member.access
  try {
    await refreshSnapshot(deps, request, member, { signal, joinsReadingInProgress: true })
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
