import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db.ts'
import { newId } from '../new-id.ts'
import { staffNameOf } from '../staff-names.ts'
import { nullable, statement } from '../row.ts'

const park = statement(
  'parkDraft',
  Type.Object({ byUserId: nullable(Type.Integer()), byName: nullable(Type.String()), at: Type.String() }),
)

/** A refused save, or what an assessment had before it was restarted. */
export interface DraftToPark {
  readonly assessmentId: string
  readonly ownerId: number
  readonly reason: 'revision_conflict' | 'merge_conflict' | 'claim_lost' | 'not_in_state' | 'restarted'
  readonly baseRevision: number
  /** JSON text. */
  readonly content: string
}

interface LastChange {
  /** Null if the service itself made the change. */
  readonly byUserId: number | null
  /** Null if it is not known. */
  readonly byName: string | null
  readonly at: string
}

/** How many parked drafts are kept for one person and assessment. */
const maxDrafts = 20
/** The column's largest integer: a request may name any base revision, and larger ones are stored as this. */
const maxRevision = 2_147_483_647

/** The owner's newest drafts; nothing about work of erased people. In the transaction that locked the assessment. */
export async function parkDraft(tx: Tx, draft: DraftToPark): Promise<LastChange> {
  const { assessmentId, ownerId, reason: refusedAs, baseRevision, content } = draft
  return await tx.one(park`
    WITH subject AS (
      SELECT assessment.id, assessment.course_id, assessment.fixture, assessment.grader_id, assessment.updated_at, EXISTS (
        SELECT FROM submission_submitter WHERE submission_submitter.submission_id = assessment.submission_id
      ) AS has_submitter
      FROM assessment
      WHERE assessment.id = ${assessmentId}::uuid
    ),
    parked AS (
      INSERT INTO parked_draft (id, owner_id, course_id, assessment_id, refused_as, base_revision, content, created_at, fixture)
      SELECT ${newId()}::uuid, ${ownerId}::bigint, subject.course_id, subject.id, ${refusedAs}, ${Math.min(baseRevision, maxRevision)}::integer,
        ${content}::json, clock_timestamp(), subject.fixture
      FROM subject
      WHERE subject.has_submitter
    ),
    dropped AS (
      DELETE FROM parked_draft
      WHERE parked_draft.id IN (
        SELECT older.id
        FROM parked_draft AS older
        WHERE older.assessment_id = ${assessmentId}::uuid AND older.owner_id = ${ownerId}::bigint
        ORDER BY older.created_at DESC, older.id DESC
        OFFSET ${maxDrafts - 1}::integer
      )
    ),
    last AS (
      SELECT assessment_event.by_user_id, assessment_event.at
      FROM assessment_event
      WHERE assessment_event.assessment_id = ${assessmentId}::uuid AND assessment_event.event NOT IN ('revealed', 'superseded')
      ORDER BY assessment_event.id DESC
      LIMIT 1
    )
    SELECT changer.user_id AS by_user_id, ${staffNameOf(sql.fragment`changer.user_id`, sql.fragment`subject.course_id`)} AS by_name,
      greatest(last.at, subject.updated_at) AS at
    FROM subject
    LEFT JOIN last ON TRUE
    CROSS JOIN LATERAL (SELECT CASE WHEN last.at IS NULL THEN subject.grader_id ELSE last.by_user_id END AS user_id) AS changer
  `)
}
