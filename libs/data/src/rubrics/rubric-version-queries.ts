import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import Type, { type Static } from 'typebox'
import { sql } from 'slonik'
import type { Db } from '../db/db.ts'
import { json, nullable, read, write } from '../db/row.ts'
import { staffNameOf } from '../db/staff-names.ts'
import { guardedRow, requireWritten, type RubricAt } from './rubric-write.ts'

const version = {
  version: Type.Integer(),
  wording: Type.Integer(),
  title: json<RubricDocument['title']>(),
  publishedAt: Type.String(),
  userId: Type.Integer(),
  userName: nullable(Type.String()),
}
const listedVersion = Type.Object(version)
type ListedRubricVersion = Static<typeof listedVersion>

const storedVersion = Type.Object({ ...version, document: Type.String() })
type StoredRubricVersion = Static<typeof storedVersion>

const publishRubricRow = Type.Object({
  ...guardedRow.properties,
  version: nullable(Type.Integer()),
  wording: nullable(Type.Integer()),
  openAssessments: Type.Integer(),
})

const hasDraftToPublish = sql.fragment`(rubric.state <> 'archived' AND rubric.draft IS NOT NULL)`

export interface PublishedVersion {
  readonly revision: number
  readonly version: number
  readonly wording: number
  /** Assessments in progress on older versions. */
  readonly openAssessments: number
}

/** As the next version, or the latest one's next wording. The caller compared them at the expected revision, so of several one publishes what it saw. */
export async function insertRubricVersion(
  db: Db,
  { structureChanged, userId, ...at }: RubricAt & { readonly structureChanged: boolean; readonly userId: number },
): Promise<PublishedVersion> {
  const row = await db.maybeOne(write('publishRubric', publishRubricRow)`
    WITH current AS (
      SELECT rubric.rubric_id, rubric.draft
      FROM rubric
      WHERE rubric.rubric_id = ${at.rubricId}::uuid AND rubric.revision = ${at.expectedRevision}::bigint AND ${hasDraftToPublish}
      FOR NO KEY UPDATE
    ),
    changed AS (
      UPDATE rubric
      SET state = 'published', revision = rubric.revision + 1, draft = NULL, updated_at = statement_timestamp(),
        latest_version = CASE WHEN ${structureChanged} THEN coalesce(rubric.latest_version, 0) + 1 ELSE rubric.latest_version END,
        latest_wording = CASE WHEN ${structureChanged} THEN 1 ELSE rubric.latest_wording + 1 END
      FROM current
      WHERE rubric.rubric_id = current.rubric_id
      RETURNING rubric.rubric_id, rubric.revision, rubric.latest_version, rubric.latest_wording
    ),
    published AS (
      INSERT INTO rubric_version (rubric_id, version, wording, document, published_at, published_by)
      SELECT changed.rubric_id, changed.latest_version, changed.latest_wording, current.draft, statement_timestamp(), ${userId}::bigint
      FROM changed
      JOIN current ON current.rubric_id = changed.rubric_id
    )
    SELECT rubric.state, rubric.revision, ${hasDraftToPublish} AS is_allowed, changed.revision AS written,
      changed.latest_version AS version, changed.latest_wording AS wording,
      (
        SELECT count(*)
        FROM assessment
        WHERE assessment.rubric_id = changed.rubric_id AND assessment.rubric_version < changed.latest_version
          AND assessment.state = 'in_progress'
      ) AS open_assessments
    FROM rubric
    LEFT JOIN changed ON TRUE
    WHERE rubric.rubric_id = ${at.rubricId}::uuid
  `)
  return {
    revision: requireWritten(row, at),
    version: row?.version ?? 0,
    wording: row?.wording ?? 0,
    openAssessments: row?.openAssessments ?? 0,
  }
}

const nameOfPublisher = staffNameOf(
  sql.fragment`rubric_version.published_by`,
  sql.fragment`(SELECT rubric.course_id FROM rubric WHERE rubric.rubric_id = rubric_version.rubric_id)`,
)

interface RubricVersionPage {
  readonly rubricId: string
  readonly before: readonly [version: number, wording: number] | null
  readonly limit: number
}

export async function selectRubricVersions(
  db: Db,
  { rubricId, before, limit }: RubricVersionPage,
): Promise<readonly ListedRubricVersion[]> {
  const [beforeVersion, beforeWording] = before ?? [null, null]
  return await db.any(read('listRubricVersions', listedVersion)`
    SELECT rubric_version.version, rubric_version.wording, rubric_version.title, rubric_version.published_at,
      rubric_version.published_by AS user_id, ${nameOfPublisher} AS user_name
    FROM rubric_version
    WHERE rubric_version.rubric_id = ${rubricId}::uuid
      AND (${beforeVersion}::bigint IS NULL
        OR (rubric_version.version, rubric_version.wording) < (${beforeVersion}::bigint, ${beforeWording}::bigint))
    ORDER BY rubric_version.version DESC, rubric_version.wording DESC
    LIMIT ${limit}::integer
  `)
}

/** A version in the wording that is asked for, else in its newest one; null when there is none. */
export async function findRubricVersion(
  db: Db,
  asked: { readonly rubricId: string; readonly version: number; readonly wording: number | null },
): Promise<StoredRubricVersion | null> {
  return await db.maybeOne(read('findRubricVersion', storedVersion)`
    SELECT rubric_version.version, rubric_version.wording, rubric_version.title, rubric_version.published_at,
      rubric_version.published_by AS user_id, ${nameOfPublisher} AS user_name, rubric_version.document::text
    FROM rubric_version
    WHERE rubric_version.rubric_id = ${asked.rubricId}::uuid AND rubric_version.version = ${asked.version}::bigint
      AND (${asked.wording}::bigint IS NULL OR rubric_version.wording = ${asked.wording}::bigint)
    ORDER BY rubric_version.wording DESC
    LIMIT 1
  `)
}
