import {
  type Database, lockCourseSettingsDocument, type StoredCourseSettings, updateCourseSettings, updateCourseTags, withSerializationRetry,
} from '@course-grading/data'
import { type CourseSettings, DomainError, ltiLoginUrlIssues, planTagRefresh, sizeIssues, type TagGone } from '@course-grading/domain'
import { fetchCourse, listUserTags, type Upstream, type UpstreamCall, type UserTag } from '@course-grading/upstream'

export interface RefreshCourseTags {
  readonly courseId: number
  /** Absent keeps it, null takes it away. */
  readonly ltiLoginUrl?: string | null | undefined
  /** Who refreshes them, for the history: a teacher, since only teachers see tags. */
  readonly userId: number
  readonly upstreamCall: UpstreamCall
}

export interface RefreshedCourseTags {
  readonly settings: StoredCourseSettings
  /** Tags that are gone from the learning platform and still used here. */
  readonly warnings: readonly TagGone[]
}

/**
 * Takes the tags of a course over from the learning platform. Needs no revision of the caller: what it changes nobody else
 * does, so it plans under the lock of the course's row, after whoever wrote before. Without a change there is no new
 * revision. Throws `not_found`, `validation_failed` and the upstream errors. The platform is asked before the transaction.
 */
export async function refreshCourseTags(
  { database, upstream }: { database: Database; upstream: Upstream }, request: RefreshCourseTags,
): Promise<RefreshedCourseTags> {
  const { courseId, ltiLoginUrl, upstreamCall } = request
  const [course, tags] = await Promise.all([
    typeof ltiLoginUrl === 'string' ? fetchCourse(upstream, upstreamCall, courseId) : null,
    listUserTags(upstream, upstreamCall, courseId),
  ])
  const issues = course === null || typeof ltiLoginUrl !== 'string' ? [] : ltiLoginUrlIssues(ltiLoginUrl, course.htmlUrl)
  if (issues.length > 0) throw new DomainError('validation_failed', { issues })
  // Past its time, or with nobody waiting for the answer, a write must not begin.
  if (upstreamCall.signal?.aborted) throw new DomainError('upstream_unavailable')

  const refreshed = await write(database, request, tags)
  if (refreshed === 'missing') throw new DomainError('not_found')
  if (refreshed === 'too_large') throw new DomainError('validation_failed', { issues: tooLarge })
  return refreshed
}

const tooLarge = [{ path: '$', code: 'too_large', message: 'The tags of the course are too many for its settings document.' }] as const

/** Refusals are returned, so that they cost no connection. */
async function write(
  database: Database, { courseId, ltiLoginUrl, userId }: RefreshCourseTags, upstreamTags: readonly UserTag[],
): Promise<RefreshedCourseTags | 'missing' | 'too_large'> {
  return await withSerializationRetry(() => database.transaction(async (tx) => {
    const current = await lockCourseSettingsDocument(tx, courseId)
    if (current === null) return 'missing'
    const { next, tags, warnings } = planTagRefresh(JSON.parse(current.document) as CourseSettings, upstreamTags, ltiLoginUrl)
    if (next === null) {
      await updateCourseTags(tx, courseId, tags)
      return { settings: current, warnings }
    }
    const document = JSON.stringify(next)
    if (sizeIssues(document).length > 0) return 'too_large'
    const { outcome } = await updateCourseSettings(tx, {
      courseId, document, tags, expectedRevision: current.revision, userId, boundary: 'frontend', operation: 'refreshCourseTags',
    })
    if (outcome !== 'written') throw new Error(`a refresh under the course's lock came out as ${outcome}`)
    return { settings: { courseId, revision: next.revision, document }, warnings }
  }))
}
