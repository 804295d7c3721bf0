import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { bytes, read, write } from '../db/row.ts'
import { bigints, byteas } from '../db/sql-arrays.ts'
import type { KeyCount } from '../sessions/reseal-queries.ts'

const sealedCapability = Type.Object({
  submissionId: Type.Integer(),
  courseId: Type.Integer(),
  exerciseId: Type.Integer(),
  keyId: Type.String(),
  sealedUrl: bytes,
})
export type SealedCapability = Static<typeof sealedCapability>

const findNeededCapabilityKeysRow = Type.Object({ keyId: Type.String() })
const countCapabilitiesByKeyRow = Type.Object({ keyId: Type.String(), count: Type.Integer() })

interface Page {
  readonly afterSubmissionId: number
  readonly batch: number
}

const columns = sql.fragment`
  capability.submission_id, capability.course_id, capability.exercise_id,
  capability.key_id, capability.sealed_url`

export async function listSealedCapabilities(
  db: Db,
  { afterSubmissionId, batch }: Page,
): Promise<readonly SealedCapability[]> {
  return await db.any(read('listSealedCapabilities', sealedCapability)`
    SELECT ${columns}
    FROM capability
    WHERE capability.sealed_url IS NOT NULL AND capability.submission_id > ${afterSubmissionId}::bigint
    ORDER BY capability.submission_id
    LIMIT ${batch}::integer
  `)
}

/** Locks the next URLs that another key than `keyId` sealed, except rows that others have locked. */
export async function lockCapabilitiesToReseal(
  tx: Tx,
  { afterSubmissionId, batch, keyId }: Page & { readonly keyId: string },
): Promise<readonly SealedCapability[]> {
  return await tx.any(read('lockCapabilitiesToReseal', sealedCapability)`
    SELECT ${columns}
    FROM capability
    WHERE capability.sealed_url IS NOT NULL AND capability.submission_id > ${afterSubmissionId}::bigint
      AND capability.key_id <> ${keyId}
    ORDER BY capability.submission_id
    LIMIT ${batch}::integer
    FOR NO KEY UPDATE SKIP LOCKED
  `)
}

/** Changes only rows that still have the given `sealedUrl`; returns how many. */
export async function resealCapabilities(
  db: Db,
  keyId: string,
  capabilities: readonly (SealedCapability & { readonly resealed: Buffer })[],
): Promise<number> {
  const { rowCount } = await db.query(write('resealCapabilities')`
    UPDATE capability SET sealed_url = given.resealed, key_id = ${keyId}
    FROM unnest(
      ${bigints(capabilities.map(({ submissionId }) => submissionId))},
      ${byteas(capabilities.map(({ sealedUrl }) => sealedUrl))},
      ${byteas(capabilities.map(({ resealed }) => resealed))}
    ) AS given (submission_id, sealed_url, resealed)
    WHERE capability.submission_id = given.submission_id AND capability.sealed_url = given.sealed_url
  `)
  return rowCount
}

export async function countCapabilitiesByKey(db: Db): Promise<readonly KeyCount[]> {
  return await db.any(read('countCapabilitiesByKey', countCapabilitiesByKeyRow)`
    SELECT capability.key_id, count(*) AS count
    FROM capability
    WHERE capability.sealed_url IS NOT NULL
    GROUP BY capability.key_id
    ORDER BY capability.key_id
  `)
}

export async function findNeededCapabilityKeys(db: Db): Promise<readonly string[]> {
  const rows = await db.any(read('findNeededCapabilityKeys', findNeededCapabilityKeysRow)`
    SELECT DISTINCT capability.key_id
    FROM capability
    WHERE capability.sealed_url IS NOT NULL AND capability.expires_at > (SELECT clock_timestamp())
      AND (capability.used_at IS NULL OR EXISTS (
        SELECT FROM delivery
        WHERE delivery.submission_id = capability.submission_id AND delivery.state NOT IN ('delivered', 'cancelled')
      ))
    ORDER BY capability.key_id
  `)
  return rows.map(({ keyId }) => keyId)
}
