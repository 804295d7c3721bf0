import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { newId } from '../db/new-id.ts'
import { write } from '../db/row.ts'
import { bigints, texts, uuids } from '../db/sql-arrays.ts'

export interface RubricCopy {
  readonly sourceId: string
  readonly version: number
  readonly wording: number
  /** JSON text that fulfils every rule of rubrics. */
  readonly document: string
}

export interface MadeCopy {
  readonly sourceId: string
  readonly copyId: string
}

const insertRubricCopiesRow = Type.Object({ sourceId: Type.String(), copyId: Type.String() })
const publishRubricCopiesRow = Type.Object({ rubricId: Type.String() })

/** Publishes each copy as version 1, unless the course has a copy of the source. Two statements, since a rubric begins as a draft. */
export async function insertRubricCopies(
  tx: Tx,
  { courseId, userId }: { readonly courseId: number; readonly userId: number },
  copies: readonly RubricCopy[],
): Promise<readonly MadeCopy[]> {
  const sources = uuids(copies.map(({ sourceId }) => sourceId))
  const ids = uuids(copies.map(() => newId()))
  const versions = bigints(copies.map(({ version }) => version))
  const wordings = bigints(copies.map(({ wording }) => wording))
  const documents = texts(copies.map(({ document }) => document))
  const made = await tx.any(write('insertRubricCopies', insertRubricCopiesRow)`
    WITH given AS (
      SELECT given.source_id, given.copy_id, given.version, given.wording, given.document
      FROM unnest(${sources}, ${ids}, ${versions}, ${wordings}, ${documents}) AS given (source_id, copy_id, version, wording, document)
    ),
    recorded AS (
      INSERT INTO grading_copy (course_id, source_id, copy_id, copied_at, source_version, source_wording)
      SELECT ${courseId}::bigint, given.source_id, given.copy_id, statement_timestamp(), given.version, given.wording
      FROM given
      ORDER BY given.source_id
      ON CONFLICT (course_id, source_id) DO NOTHING
      RETURNING grading_copy.source_id, grading_copy.copy_id
    ),
    inserted AS (
      INSERT INTO rubric (rubric_id, course_id, state, revision, draft, created_at, updated_at)
      SELECT given.copy_id, ${courseId}::bigint, 'draft', 1, given.document::json, statement_timestamp(), statement_timestamp()
      FROM given
      JOIN recorded ON recorded.copy_id = given.copy_id
    )
    SELECT recorded.source_id, recorded.copy_id FROM recorded ORDER BY recorded.copy_id
  `)
  const published = await tx.any(write('publishRubricCopies', publishRubricCopiesRow)`
    WITH draft AS (
      SELECT rubric.rubric_id, rubric.draft
      FROM rubric
      WHERE rubric.rubric_id = ANY (${uuids(made.map(({ copyId }) => copyId))})
    ),
    changed AS (
      UPDATE rubric
      SET state = 'published', revision = rubric.revision + 1, draft = NULL, latest_version = 1, latest_wording = 1
      FROM draft
      WHERE rubric.rubric_id = draft.rubric_id
      RETURNING rubric.rubric_id
    ),
    version AS (
      INSERT INTO rubric_version (rubric_id, version, wording, document, published_at, published_by)
      SELECT changed.rubric_id, 1, 1, draft.draft, statement_timestamp(), ${userId}::bigint
      FROM changed
      JOIN draft ON draft.rubric_id = changed.rubric_id
    )
    SELECT changed.rubric_id FROM changed
  `)
  if (published.length !== made.length) throw new Error('a copy of a rubric was not published')
  return made
}
