import type { Database } from '@course-grading/data/db/database'
import { lockCourseSettingsDocument, updateCourseTags } from '@course-grading/data/settings/course-tag-queries'
import type { StoredCourseSettings } from '@course-grading/data/settings/stored-course-settings'
import { updateCourseSettings } from '@course-grading/data/settings/update-course-settings'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { sizeIssues } from '@course-grading/domain/settings/document-size'
import { ltiLoginUrlIssues } from '@course-grading/domain/settings/lti-login-url'
import { planTagRefresh, type TagGone } from '@course-grading/domain/settings/plan-tag-refresh'
import { fetchCourse, listUserTags, type Upstream, type UpstreamCall, type UserTag } from '@course-grading/upstream'
import { checkGraderStaff, type CheckedStaff } from './check-grader-staff.ts'

interface RefreshCourseTags {
  /** As read before the platform was called. */
  readonly current: StoredCourseSettings
  /** Absent keeps the stored URL, null removes it. */
  readonly ltiLoginUrl?: string | null | undefined
  /** Who refreshes the tags, for the history: a teacher, since only teachers see tags. */
  readonly userId: number
  readonly upstreamCall: UpstreamCall
}

interface RefreshedCourseTags {
  readonly settings: StoredCourseSettings
  /** Tags that are gone from the learning platform and still used here. */
  readonly warnings: readonly TagGone[]
}

/** Max readings of the platform if others refresh at the same time. */
const maxReadings = 3

/**
 * Refreshes the tags, and the names of graders who are staff. Nothing else changes tags, so no revision is needed: the document is made
 * under the lock of the course's row; if another refresh was committed meanwhile, the platform is read again. Throws `not_found`,
 * `validation_failed`, `overloaded` and upstream errors.
 */
export async function refreshCourseTags(
  { database, upstream }: { database: Database; upstream: Upstream },
  request: RefreshCourseTags,
): Promise<RefreshedCourseTags> {
  let { current } = request
  const { courseId } = current
  let staffNames: CheckedStaff['names'] = []
  for (let reading = 1; reading <= maxReadings; reading += 1) {
    const [upstreamTags, names] = await Promise.all([
      listUserTags(upstream, request.upstreamCall, courseId),
      reading === 1 ? readGraderNames(upstream, request) : staffNames,
      reading === 1 && requireOwnLtiLoginUrl(upstream, request),
    ])
    staffNames = names
    // After the time limit, or when the caller has left, no write may begin.
    if (request.upstreamCall.signal?.aborted) throw new DomainError('upstream_unavailable')

    const written = await write(database, { ...request, current }, { upstreamTags, staffNames })
    if ('warnings' in written) return written
    current = written
  }
  throw new DomainError('overloaded', { retryAfterS: 1 })
}

/** A grader who is no longer staff is no failure here: the next write of settings reports that. */
async function readGraderNames(
  upstream: Upstream,
  { current, upstreamCall }: RefreshCourseTags,
): Promise<CheckedStaff['names']> {
  const { graders } = JSON.parse(current.document) as CourseSettings
  const userIds = graders.map(({ userId }) => userId)
  const unrefused = { userIds, issues: [], issuesOf: () => [] }
  return (await checkGraderStaff(upstream, upstreamCall, current.courseId, unrefused)).names
}

/** The URL must be on the host of the course's own page, so that page is read. */
async function requireOwnLtiLoginUrl(
  upstream: Upstream,
  { current: { courseId }, ltiLoginUrl, upstreamCall }: RefreshCourseTags,
): Promise<void> {
  if (typeof ltiLoginUrl !== 'string') return
  const { htmlUrl } = await fetchCourse(upstream, upstreamCall, courseId)
  const issues = ltiLoginUrlIssues(ltiLoginUrl, htmlUrl)
  if (issues.length > 0) throw new DomainError('validation_failed', { issues })
}

const tooLarge = [
  { path: '$', code: 'too_large', message: 'The tags of the course are too many for its settings document.' },
] as const

interface Read {
  readonly upstreamTags: readonly UserTag[]
  readonly staffNames: CheckedStaff['names']
}

/** Returns the stored settings if another refresh was committed meanwhile. */
async function write(
  database: Database,
  { current: seen, ltiLoginUrl, userId }: RefreshCourseTags,
  { upstreamTags, staffNames }: Read,
): Promise<RefreshedCourseTags | StoredCourseSettings> {
  const { courseId } = seen
  return await database.transaction(async (tx) => {
    const current = await lockCourseSettingsDocument(tx, courseId)
    if (current === null) throw new DomainError('not_found')
    const settings = JSON.parse(current.document) as CourseSettings
    if (!sameTags(settings, JSON.parse(seen.document) as CourseSettings)) return current
    const { next, tags, warnings } = planTagRefresh(settings, upstreamTags, ltiLoginUrl)
    if (next === null) {
      await updateCourseTags(tx, { courseId, tags, staffNames })
      return { settings: current, warnings }
    }
    const document = JSON.stringify(next)
    if (sizeIssues(document).length > 0) throw new DomainError('validation_failed', { issues: tooLarge })
    await updateCourseSettings(tx, {
      courseId,
      document,
      tags,
      expectedRevision: current.revision,
      userId,
      boundary: 'frontend',
      operation: 'refreshCourseTags',
      staffNames,
    })
    return { settings: { courseId, revision: next.revision, document }, warnings }
  })
}

function sameTags(one: CourseSettings, other: CourseSettings): boolean {
  return JSON.stringify(one.tags) === JSON.stringify(other.tags)
}
