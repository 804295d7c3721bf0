import { randomBytes } from 'node:crypto'
import { describe, expect } from 'vitest'
import {
  countCapabilitiesByKey,
  findNeededCapabilityKeys,
  listSealedCapabilities,
  lockCapabilitiesToReseal,
  resealCapabilities,
} from './reseal-capability-queries.ts'
import { it } from './open-capabilities.fixture.ts'

describe('findNeededCapabilityKeys', () => {
  it('returns the keys of URLs to which a grade may still be sent', async ({ world }) => {
    const keyOf = async (keyId: string, change = 'key_id = key_id') => {
      const submissionId = await world.registered({ keyId })
      await world.owner.query(`UPDATE capability SET ${change} WHERE submission_id = $1`, [submissionId])
      return submissionId
    }
    await keyOf('needed-new')
    await keyOf('not-used', 'used_at = now()')
    await keyOf('not-erased', 'sealed_url = NULL')
    await keyOf('not-over', "registered_at = now() - interval '2 days', expires_at = now() - interval '1 day'")
    await world.complete(await keyOf('needed-again', 'used_at = now()'), 'held')
    const keys = await findNeededCapabilityKeys(world.database)
    expect(keys.filter((keyId) => /^(needed|not)-/.test(keyId))).toEqual(['needed-again', 'needed-new'])
  })
})

describe('resealCapabilities', () => {
  it('replaces only sealed URLs that have not changed since they were read, page by page', async ({ world }) => {
    const first = await world.registered()
    const page = await listSealedCapabilities(world.database, { afterSubmissionId: first - 1, batch: 10 })
    expect(page).toEqual([expect.objectContaining({ submissionId: first, keyId: 'k-1' })])
    const locked = await world.database.transaction((tx) =>
      lockCapabilitiesToReseal(tx, { afterSubmissionId: first - 1, batch: 10, keyId: 'k-2' }),
    )
    const resealed = locked.map((each) => ({ ...each, resealed: randomBytes(44) }))
    expect(await resealCapabilities(world.database, 'k-2', resealed)).toBe(1)
    expect(await resealCapabilities(world.database, 'k-3', resealed)).toBe(0)
    expect(await world.rowOf(first)).toMatchObject({ sealed_url: resealed[0]?.resealed })
    expect(
      await world.database.transaction((tx) =>
        lockCapabilitiesToReseal(tx, { afterSubmissionId: first - 1, batch: 10, keyId: 'k-2' }),
      ),
    ).toEqual([])
    expect(await countCapabilitiesByKey(world.database)).toContainEqual({ keyId: 'k-2', count: 1 })
  })
})
