import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { nullable, read } from '../db/row.ts'
import { staffNameOf } from '../db/staff-names.ts'

const settingsRevision = Type.Object({
  revision: Type.Integer(),
  at: Type.String(),
  userId: Type.Integer(),
  userName: nullable(Type.String()),
  boundary: Type.Enum(['public', 'frontend']),
  operation: Type.String(),
})
export type SettingsRevision = Static<typeof settingsRevision>

const storedSettingsRevision = Type.Object({
  ...settingsRevision.properties,
  /** The exact JSON text of the document before; null for the first revision. */
  before: nullable(Type.String()),
  after: Type.String(),
})
type StoredSettingsRevision = Static<typeof storedSettingsRevision>

const nameOfWriter = staffNameOf(sql.fragment`history.user_id`, sql.fragment`history.course_id`)

interface SettingsRevisionPage {
  /** Revisions below this one; null for all. */
  readonly before: number | null
  readonly limit: number
}

/** Newest first. New revisions are only added at the front, so the next page begins after the last revision of this one. */
export async function selectSettingsRevisions(
  db: Db,
  courseId: number,
  { before, limit }: SettingsRevisionPage,
): Promise<readonly SettingsRevision[]> {
  return await db.any(read('listSettingsRevisions', settingsRevision)`
    SELECT history.revision, history.at, history.user_id, ${nameOfWriter} AS user_name, history.boundary, history.operation
    FROM course_settings_revision AS history
    WHERE history.course_id = ${courseId}::bigint
      AND history.revision < coalesce(${before}::bigint, 9223372036854775807)
    ORDER BY history.revision DESC
    LIMIT ${limit}
  `)
}

export async function findSettingsRevision(
  db: Db,
  courseId: number,
  revision: number,
): Promise<StoredSettingsRevision | null> {
  return await db.maybeOne(read('findSettingsRevision', storedSettingsRevision)`
    SELECT history.revision, history.at, history.user_id, ${nameOfWriter} AS user_name, history.boundary, history.operation,
      history.before::text, history.after::text
    FROM course_settings_revision AS history
    WHERE history.course_id = ${courseId}::bigint AND history.revision = ${revision}::bigint
  `)
}
