import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { openData, testIn } from '../testing/open-data.ts'
import { deleteExpiredApiTokens } from './delete-expired-api-tokens.ts'
import { deleteKnownApiToken, listKnownApiTokens, upsertKnownApiToken } from './known-api-token-queries.ts'

const it = testIn(openWorld)
it.beforeEach(async ({ world }) => {
  await world.owner.query('DELETE FROM known_api_token')
})

describe('listKnownApiTokens', () => {
  it('lists tokens with the time for which each is known, those that were confirmed last first', async ({ world }) => {
    await world.store('older', 60)
    await upsertKnownApiToken(world.publicApi, digestOf('newer'))
    expect(await listKnownApiTokens(world.publicApi, 10)).toEqual([
      { digest: digestOf('newer'), leftMs: expect.toSatisfy(isAbout(12 * 3_600_000)) },
      { digest: digestOf('older'), leftMs: expect.toSatisfy(isAbout(60_000)) },
    ])
    expect(await listKnownApiTokens(world.publicApi, 1)).toMatchObject([{ digest: digestOf('newer') }])
  })

  it('leaves out tokens whose time has passed', async ({ world }) => {
    await world.store('expired', -1)
    expect(await listKnownApiTokens(world.publicApi, 10)).toEqual([])
  })
})

describe('upsertKnownApiToken', () => {
  it('prolongs a token that is confirmed again, with sixteen writers at once', async ({ world }) => {
    await world.store('again', 60)
    await Promise.all(Array.from({ length: 16 }, () => upsertKnownApiToken(world.publicApi, digestOf('again'))))
    expect(await listKnownApiTokens(world.publicApi, 10)).toEqual([
      { digest: digestOf('again'), leftMs: expect.toSatisfy(isAbout(12 * 3_600_000)) },
    ])
  })
})

describe('deleteKnownApiToken', () => {
  it('deletes one token alone', async ({ world }) => {
    for (const token of ['gone', 'stays']) await upsertKnownApiToken(world.publicApi, digestOf(token))
    await deleteKnownApiToken(world.publicApi, digestOf('gone'))
    expect(await listKnownApiTokens(world.publicApi, 10)).toMatchObject([{ digest: digestOf('stays') }])
  })
})

describe('deleteExpiredApiTokens', () => {
  it('deletes a batch of those whose time has passed', async ({ world }) => {
    for (const token of ['one', 'two', 'three']) await world.store(token, -1)
    await world.store('known', 60)
    const deleted = [
      await deleteExpiredApiTokens(world.database, 2),
      await deleteExpiredApiTokens(world.database, 2),
      await deleteExpiredApiTokens(world.database, 2),
    ]
    expect(deleted).toEqual([2, 1, 0])
    expect(await listKnownApiTokens(world.publicApi, 10)).toMatchObject([{ digest: digestOf('known') }])
  })

  it('keeps a token that is confirmed while it is deleted', async ({ world }) => {
    await world.store('late', -1)
    await world.owner.query("BEGIN; UPDATE known_api_token SET known_until = now() + interval '12 hours'")
    const deleting = deleteExpiredApiTokens(world.database, 10)
    await expect.poll(world.waiting).toBe(1)
    await world.owner.query('COMMIT')
    expect(await deleting).toBe(0)
  })
})

async function openWorld() {
  const data = await openData()
  const store = (token: string, leftS: number) =>
    data.owner.query("INSERT INTO known_api_token VALUES (decode($1, 'base64'), now() + make_interval(secs => $2))", [
      digestOf(token),
      leftS,
    ])
  return { ...data, store }
}

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64')
const isAbout = (ms: number) => (value: number) => value > ms - 60_000 && value <= ms
