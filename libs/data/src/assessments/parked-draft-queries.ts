import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { nullable, read, write } from '../db/row.ts'

const brief = {
  id: Type.String(),
  ownerId: Type.Integer(),
  assessmentId: nullable(Type.String()),
  feedbackId: nullable(Type.String()),
  reason: Type.Unsafe<'revision_conflict' | 'merge_conflict' | 'claim_lost' | 'not_in_state' | 'restarted'>({
    type: 'string',
  }),
  baseRevision: Type.Integer(),
  createdAt: Type.String(),
  expiresAt: Type.String(),
}
const briefRow = Type.Object(brief)
/** `content` is JSON text. */
const wholeRow = Type.Object({ ...brief, content: Type.String() })

export type StoredParkedDraftBrief = Static<typeof briefRow>
export type StoredParkedDraft = Static<typeof wholeRow>

const keptFor = sql.fragment`interval '7 days'`
const isKept = sql.fragment`parked_draft.created_at > (SELECT clock_timestamp()) - ${keptFor}`

/** The order of the drafts is by the database's clock; the ids have the clocks of the replicas that parked the drafts. */
const parkedAt = sql.fragment`date_trunc('milliseconds', parked_draft.created_at)`
const maxUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const columns = sql.fragment`parked_draft.id, parked_draft.owner_id, parked_draft.assessment_id,
  parked_draft.feedback_id, parked_draft.refused_as AS reason, parked_draft.base_revision,
  parked_draft.created_at, parked_draft.created_at + ${keptFor} AS expires_at`

interface ParkedDraftQuery {
  readonly ownerId: number
  readonly assessmentId: string | null
  readonly feedbackId: string | null
  /** The last of the page before; null for the first page. */
  readonly before: { readonly createdAt: string; readonly id: string } | null
  readonly limit: number
}

export async function selectParkedDrafts(
  db: Db,
  { ownerId, assessmentId, feedbackId, before, limit }: ParkedDraftQuery,
): Promise<readonly StoredParkedDraftBrief[]> {
  return await db.any(read('listParkedDrafts', briefRow)`
    SELECT ${columns}
    FROM parked_draft
    WHERE (parked_draft.assessment_id = ${assessmentId}::uuid OR parked_draft.feedback_id = ${feedbackId}::uuid)
      AND parked_draft.owner_id = ${ownerId}::bigint AND ${isKept}
      AND (${parkedAt}, parked_draft.id) < (coalesce(${before?.createdAt ?? null}::timestamptz, 'infinity'), ${before?.id ?? maxUuid}::uuid)
    ORDER BY ${parkedAt} DESC, parked_draft.id DESC
    LIMIT ${limit}::integer
  `)
}

export async function findParkedDraft(db: Db, id: string): Promise<StoredParkedDraft | null> {
  return await db.maybeOne(read('findParkedDraft', wholeRow)`
    SELECT ${columns}, parked_draft.content::text FROM parked_draft WHERE parked_draft.id = ${id}::uuid AND ${isKept}
  `)
}

export async function deleteParkedDraftRow(
  db: Db,
  { id, ownerId }: { readonly id: string; readonly ownerId: number },
): Promise<void> {
  await db.query(write('deleteParkedDraft')`
    DELETE FROM parked_draft WHERE parked_draft.id = ${id}::uuid AND parked_draft.owner_id = ${ownerId}::bigint
  `)
}

export async function deleteExpiredParkedDrafts(db: Db, batch: number): Promise<number> {
  const { rowCount } = await db.query(write('deleteExpiredParkedDrafts')`
    DELETE FROM parked_draft
    WHERE parked_draft.id IN (
      SELECT expired.id
      FROM parked_draft AS expired
      WHERE expired.created_at <= (SELECT clock_timestamp()) - ${keptFor}
      LIMIT ${batch}::integer
    )
  `)
  return rowCount
}
