import { createTestDatabase } from '@course-grading/test-database'
import Type from 'typebox'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordCommits } from './commit-record.ts'
import { createDatabase, type Database } from './database.ts'
import type { Db } from './db.ts'
import { statement } from './row.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.fixture.ts'
import { patient } from './testing/open-settings.ts'

const testDatabase = await createTestDatabase()
afterAll(() => testDatabase.drop())

const ping = statement('commitTestRead', Type.Object({ one: Type.Integer() }))
const remove = statement('commitTestWrite', Type.Object({}))
const read = (db: Db) => db.maybeOne(ping`SELECT 1 AS one`)
const write = (db: Db) => db.query(remove`DELETE FROM session WHERE session.user_id = -1`)

let proxy: TcpProxy
let database: Database
beforeEach(async () => {
  proxy = await startTcpProxy(testDatabase.urls.frontendInternal)
  database = await createDatabase({ url: proxy.url, applicationName: 'commits', poolMax: 1, ...patient })
})
afterEach(async () => {
  await database.end()
  await proxy.close()
})

const inTransaction = () =>
  database.transaction(async (tx) => {
    await read(tx)
    await write(tx)
  })

describe('a database that is lost', () => {
  it.each<[string, string, boolean, () => Promise<unknown>]>([
    ['at a read', 'commitTestRead', true, () => read(database)],
    ['at a write by itself', 'commitTestWrite', false, () => write(database)],
    ['at the begin of a transaction', 'start', true, inTransaction],
    ['at a read in a transaction', 'commitTestRead', true, inTransaction],
    ['at a write in a transaction', 'commitTestWrite', true, inTransaction],
    ['at the commit', 'commit\0', false, inTransaction],
  ])('%s rejects with what is known of commits', async (_moment, text, nothingCommitted, act) => {
    await recordCommits(act)
    proxy.cutOnceAt(text, 'passed_on')
    await expect(recordCommits(act)).rejects.toMatchObject({ name: 'DatabaseUnavailable', nothingCommitted })
  })

  it('rejects as having committed nothing if there is no connection', async () => {
    await proxy.close()
    await expect(write(database)).rejects.toMatchObject({ name: 'DatabaseUnavailable', nothingCommitted: true })
  })

  it.each([
    ['a transaction', inTransaction],
    ['a statement', () => write(database)],
  ])('rejects a read after %s of the same request as having committed something', async (_what, before) => {
    const request = recordCommits(async () => {
      await before()
      proxy.cutOnceAt('commitTestRead', 'lost')
      await read(database)
    })
    await expect(request).rejects.toMatchObject({ name: 'DatabaseUnavailable', nothingCommitted: false })
  })
})
