import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { escapeIdentifier } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTempDataDir } from './folders.ts'
import { ensureServiceRoles, serviceRoleNames } from './service-roles.ts'
import { query } from './query.fixture.ts'
import type { Postgres } from './start-postgres.ts'
import { startPostgres } from './start-postgres.ts'

describe('ensureServiceRoles', () => {
  const databaseNames = ['plain', 'With Capitals', 'quote"and\'quote', 'pää_ü', 'per%cent']

  it.each(databaseNames)('makes three roles that log in to %s', async (name) => {
    await query(server.url, `CREATE DATABASE ${escapeIdentifier(name)}`)
    const urls = await ensureServiceRoles(server.url, name)
    const ask = 'SELECT current_user AS role, current_database() AS db'
    const who = await Promise.all(Object.values(urls).map((url) => query(url, ask)))
    expect(who.flat()).toEqual(Object.values(serviceRoleNames(name)).map((role) => ({ role, db: name })))
  })

  it('gives no right but to log in', async () => {
    await ensureServiceRoles(server.url, 'rights')
    for (const role of Object.values(serviceRoleNames('rights'))) {
      expect(await query(server.url, attributes, [role])).toEqual([
        {
          rolcanlogin: true,
          rolsuper: false,
          rolcreatedb: false,
          rolcreaterole: false,
          rolreplication: false,
          rolbypassrls: false,
          rolinherit: true,
        },
      ])
    }
  })

  it('gives roles that exist new passwords', async () => {
    const first = await ensureServiceRoles(server.url, 'postgres')
    const second = await ensureServiceRoles(server.url, 'postgres')
    expect(await query(second.publicApi, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await expect(query(first.publicApi, 'SELECT 1')).rejects.toThrow('password authentication failed')
  })

  it('needs no superuser', async () => {
    await query(server.url, "CREATE ROLE owner_without_power LOGIN CREATEROLE CREATEDB PASSWORD 'secret'")
    const ownerUrl = new URL(server.url)
    ownerUrl.username = 'owner_without_power'
    ownerUrl.password = 'secret'
    await query(ownerUrl.href, 'CREATE DATABASE modest')
    await ensureServiceRoles(ownerUrl.href, 'modest')
    const urls = await ensureServiceRoles(ownerUrl.href, 'modest')
    expect(await query(urls.manualGrading, 'SELECT current_user AS role')).toEqual([{ role: 'modest_manual_grading' }])
  })

  it('refuses a name that PostgreSQL would cut', async () => {
    await expect(ensureServiceRoles(server.url, 'd'.repeat(46))).rejects.toThrow('name is too long')
    expect(Object.values(serviceRoleNames('d'.repeat(45))).every((name) => name.length <= 63)).toBe(true)
  })
})

const hasPsql = spawnSync('psql', ['--version']).status === 0

describe.skipIf(!hasPsql)(
  hasPsql ? 'infra/deploy/postgres/roles.sql' : 'infra/deploy/postgres/roles.sql (left out: there is no psql)',
  () => {
    it('makes the same roles as the starter does, and gives them new passwords the next time', async () => {
      await query(server.url, 'CREATE DATABASE "by operator"')
      const ownerUrl = new URL(server.url)
      ownerUrl.pathname = '/by%20operator'
      for (const password of ["first'; DROP ROLE x --", 'second']) {
        runRolesSql(ownerUrl.href, password)
        for (const role of Object.values(serviceRoleNames('by operator'))) {
          const url = new URL(ownerUrl)
          url.username = encodeURIComponent(role)
          url.password = encodeURIComponent(password)
          expect(await query(url.href, 'SELECT current_user AS role')).toEqual([{ role }])
        }
      }
      await ensureServiceRoles(server.url, 'by starter')
      for (const suffix of suffixes) {
        expect(await query(server.url, attributes, [`by operator_${suffix}`])).toEqual(
          await query(server.url, attributes, [`by starter_${suffix}`]),
        )
      }
    })
  },
)

let server: Postgres
beforeAll(async () => {
  server = await startPostgres({ dataDir: makeTempDataDir(), durable: false, ephemeral: true })
})
afterAll(() => server.stop())

function runRolesSql(ownerUrl: string, password: string): void {
  const passwords = Object.fromEntries(suffixes.map((suffix) => [`${suffix.toUpperCase()}_PASSWORD`, password]))
  const file = join(import.meta.dirname, '../../../infra/deploy/postgres/roles.sql')
  const flags = ['-X', '-v', 'ON_ERROR_STOP=1', '-f', file]
  const result = spawnSync('psql', [ownerUrl, ...flags], { encoding: 'utf8', env: { ...process.env, ...passwords } })
  expect(result.stderr).toBe('')
  expect(result.status).toBe(0)
}

const attributes = `SELECT rolcanlogin, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls, rolinherit
  FROM pg_roles WHERE rolname = $1`
const suffixes = ['public_api', 'frontend_internal', 'manual_grading']
