import type { Database } from '@course-grading/data/db/database'
import { findSettingsRevision, type SettingsRevision } from '@course-grading/data/settings/settings-revision-queries'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { changesBetween, type SettingsChangeEntry } from '@course-grading/domain/settings/settings-changes'

interface SettingsRevisionDetail extends SettingsRevision {
  readonly document: CourseSettings
  /** How the document differs from the one of the revision before; empty for the first revision. */
  readonly changes: readonly SettingsChangeEntry[]
}

/** Replies stay below 2 MiB; 16 KiB of that are for what surrounds document and changes. */
const detailBytes = 2 * 1024 * 1024 - 16 * 1024

/** Changes whose values would make the result too large are listed only by their path. */
export async function readSettingsRevision(
  database: Database,
  courseId: number,
  revision: number,
): Promise<SettingsRevisionDetail | null> {
  const stored = await findSettingsRevision(database, courseId, revision)
  if (stored === null) return null
  const { before, after, ...who } = stored
  const document = JSON.parse(after) as CourseSettings
  const changes =
    before === null ? [] : changesBetween(JSON.parse(before), document, detailBytes - Buffer.byteLength(after))
  return { ...who, document, changes }
}
