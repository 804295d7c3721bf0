import type { Database } from '@course-grading/data/db/database'
import { insertCourseSettings } from '@course-grading/data/settings/insert-course-settings'
import type { StoredCourseSettings } from '@course-grading/data/settings/stored-course-settings'
import { newCourseSettings } from '@course-grading/domain/courses/new-course-settings'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { sizeIssues } from '@course-grading/domain/settings/document-size'
import { fetchCourse, listUserTags, type Upstream, type UpstreamCall } from '@course-grading/upstream'

interface ConfigureCourse {
  readonly courseId: number
  /** If absent, made from the address of the course's page. */
  readonly slug?: string | undefined
  /** Who configures the course, for the history: a teacher, since only teachers see tags. */
  readonly userId: number
  readonly fullName: string
  readonly upstreamCall: UpstreamCall
}

/** Throws `already_configured`, `slug_taken`, `validation_failed` (more tags than a document holds) and upstream errors. */
export async function configureCourse(
  { database, upstream }: { database: Database; upstream: Upstream },
  request: ConfigureCourse,
): Promise<StoredCourseSettings> {
  const { courseId, userId, fullName, upstreamCall } = request
  const [course, tags] = await Promise.all([
    fetchCourse(upstream, upstreamCall, courseId),
    listUserTags(upstream, upstreamCall, courseId),
  ])
  const settings = newCourseSettings(course, tags, request.slug)
  const document = JSON.stringify(settings)
  const issues = sizeIssues(document)
  if (issues.length > 0) throw new DomainError('validation_failed', { issues })

  // After the time limit, or when the caller has left, no write may begin.
  if (upstreamCall.signal?.aborted) throw new DomainError('upstream_unavailable')
  await database.transaction((tx) =>
    insertCourseSettings(tx, {
      courseId,
      document,
      userId,
      boundary: 'frontend',
      operation: 'configureCourse',
      staffNames: [{ courseId, userId, fullName }],
      tags: tags.map(({ slug, tagId }) => ({ slug, upstreamId: tagId, gone: false })),
    }),
  )
  return { courseId, revision: settings.revision, document }
}
