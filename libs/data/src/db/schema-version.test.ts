import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { createDatabase } from './database.ts'
import { requiredMigration } from './schema-version.ts'
import { createEmptyDatabase } from '../testing/empty-database.ts'
import { openData, testIn } from '../testing/open-data.ts'

const it = testIn(openWorld)

describe('check', () => {
  it.for(['publicApi', 'frontendInternal', 'manualGrading'] as const)(
    'returns ok for %s on a migrated database',
    async (role, { world }) => {
      expect(await checkAnswered(world.testDatabase.urls[role])).toEqual({ database: 'ok', schema: 'ok' })
    },
  )

  it('returns behind before the first migration', async ({ world }) => {
    expect(await checkAnswered((await world.makeEmpty()).url)).toEqual({ database: 'ok', schema: 'behind' })
  })

  it('returns behind without the newest migration that the code needs, and ok with newer ones', async ({ world }) => {
    const empty = await world.makeEmpty()
    await empty.query(
      `CREATE TABLE schema_migration (id serial, name text); INSERT INTO schema_migration (name) VALUES ('older')`,
    )
    expect(await checkAnswered(empty.url)).toEqual({ database: 'ok', schema: 'behind' })
    await empty.query(`INSERT INTO schema_migration (name) VALUES ('${requiredMigration}'), ('99990101000000_newer')`)
    expect(await checkAnswered(empty.url)).toEqual({ database: 'ok', schema: 'ok' })
  })

  it('returns unavailable if there is no database', async () => {
    expect(await check('postgres://nobody@127.0.0.1:1/x')).toEqual({ database: 'unavailable', schema: 'unknown' })
  })

  it('returns unavailable to a service whose role does not exist', async ({ world }) => {
    const url = new URL(world.testDatabase.urls.publicApi)
    url.username = 'nobody'
    expect(await check(url.href)).toEqual({ database: 'unavailable', schema: 'unknown' })
  })
})

async function openWorld() {
  const data = await openData()
  const { testDatabase } = data
  async function makeEmpty() {
    const empty = await createEmptyDatabase(testDatabase.ownerUrl, `check_${randomBytes(4).toString('hex')}`, false)
    onTestFinished(() => empty.drop())
    return empty
  }
  return { ...data, makeEmpty }
}

async function check(url: string) {
  const database = await createDatabase({ url, applicationName: 'check' })
  onTestFinished(() => database.end())
  return await database.check()
}
/** Checks until the database has answered, since on a busy machine the first connection may take longer than a check waits. */
const checkAnswered = (url: string) =>
  vi.waitFor(async () => {
    const checked = await check(url)
    expect(checked.database).toBe('ok')
    return checked
  }, 60_000)
