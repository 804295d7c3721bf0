import Type from 'typebox'
import { describe, expect } from 'vitest'
import { recordCommits } from './commit-record.ts'
import type { Database } from './database.ts'
import type { Db } from './db.ts'
import { read, write } from './row.ts'
import { testBehindProxy } from './tcp-proxy.fixture.ts'
import { patient } from '../testing/open-settings.ts'

const it = testBehindProxy({ applicationName: 'commits', poolMax: 1, ...patient })

describe('a database that is lost', () => {
  it.for<[moment: string, text: string, nothingCommitted: boolean, act: keyof typeof acts]>([
    ['at a read', 'commitTestRead', true, 'read'],
    ['at a write by itself', 'commitTestWrite', false, 'write'],
    ['at the begin of a transaction', 'start', true, 'inTransaction'],
    ['at a read in a transaction', 'commitTestRead', true, 'inTransaction'],
    ['at a write in a transaction', 'commitTestWrite', true, 'inTransaction'],
    ['at the commit', 'commit\0', false, 'inTransaction'],
  ])(
    '%s rejects with what is known of commits',
    async ([_moment, text, nothingCommitted, name], { proxy, database }) => {
      const act = (): Promise<unknown> => acts[name](database)
      await recordCommits(act)
      proxy.cutOnceAt(text, 'passed_on')
      await expect(recordCommits(act)).rejects.toMatchObject({ name: 'DatabaseUnavailable', nothingCommitted })
    },
  )

  it('rejects as having committed nothing if there is no connection', async ({ proxy, database }) => {
    await proxy.close()
    await expect(acts.write(database)).rejects.toMatchObject({ name: 'DatabaseUnavailable', nothingCommitted: true })
  })

  it.for([
    ['a transaction', 'inTransaction'],
    ['a statement', 'write'],
  ] as const)(
    'rejects a read after %s of the same request as having committed something',
    async ([_what, before], { proxy, database }) => {
      const request = recordCommits(async () => {
        await acts[before](database)
        proxy.cutOnceAt('commitTestRead', 'lost')
        await acts.read(database)
      })
      await expect(request).rejects.toMatchObject({ name: 'DatabaseUnavailable', nothingCommitted: false })
    },
  )
})

const ping = read('commitTestRead', Type.Object({ one: Type.Integer() }))
const remove = write('commitTestWrite')
const acts = {
  read: (db: Db) => db.maybeOne(ping`SELECT 1 AS one`),
  write: (db: Db) => db.query(remove`DELETE FROM session WHERE session.user_id = -1`),
  inTransaction: (database: Database) =>
    database.transaction(async (tx) => {
      await acts.read(tx)
      await acts.write(tx)
    }),
}
