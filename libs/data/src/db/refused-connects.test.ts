import { describe, expect, onTestFinished } from 'vitest'
import Type from 'typebox'
import { createDatabase } from './database.ts'
import { read } from './row.ts'
import { it } from '../testing/open-data.ts'

describe('a connection that cannot be made', () => {
  it.for<[why: string, change: (url: URL) => void, code: object]>([
    ['no server', (url) => (url.port = '1'), { sqlState: null, systemCode: 'ECONNREFUSED' }],
    ['an unknown host', (url) => (url.hostname = 'nowhere.invalid'), { systemCode: expect.stringMatching(/^E/) }],
    ['no such database', (url) => (url.pathname = '/nowhere'), { sqlState: '3D000' }],
    ['no such role', (url) => (url.username = 'nobody'), { sqlState: expect.stringMatching(/^28/) }],
    ['no TLS at the server', (url) => url.searchParams.set('sslmode', 'verify-full'), {}],
  ])('is unavailable without any commit (%s), and is reported with its code', async ([, change, code], { world }) => {
    const url = new URL(world.testDatabase.urls.frontendInternal)
    change(url)
    const faults: unknown[] = []
    const database = await createDatabase({
      url: url.href,
      applicationName: 'refused',
      observe: {
        query: () => {},
        acquire: () => {},
        connect: (fault) => faults.push(fault),
      },
    })
    onTestFinished(() => database.end())
    const unavailable = { name: 'DatabaseUnavailable', nothingCommitted: true, ...code }
    await expect(database.one(ping`SELECT 1 AS one`)).rejects.toMatchObject(unavailable)
    await expect(database.transaction((tx) => tx.one(ping`SELECT 1 AS one`))).rejects.toMatchObject(unavailable)
    expect(faults).toMatchObject([unavailable, unavailable])
  })
})

describe('the first session', () => {
  it.for<[whose: string, role: 'public_api' | 'manual_grading', found: readonly string[]]>([
    ['of another service', 'public_api', ['manual_grading']],
    ['of its own service', 'manual_grading', []],
  ])('is reported if its role is that of another service, %s', async ([, role, found], { world }) => {
    const url = new URL(world.testDatabase.ownerUrl)
    const name = `${url.pathname.slice(1)}_manual_grading`
    await world.owner.query(`CREATE ROLE ${name}`)
    onTestFinished(async () => void (await world.owner.query(`DROP ROLE ${name}`)))
    url.searchParams.set('options', `-c role=${name}`)
    const foreign: string[] = []
    const observe = { query: () => {}, acquire: () => {}, foreignRole: (of: string) => foreign.push(of) }
    const database = await createDatabase({ url: url.href, applicationName: 'foreign', role, observe })
    onTestFinished(() => database.end())
    await database.any(ping`SELECT 1 AS one`)
    await database.any(ping`SELECT 1 AS one`)
    expect(foreign).toEqual(found)
  })
})

describe('every session', () => {
  it('is read committed, whatever the server has as its default', async ({ world }) => {
    const database = await createDatabase({
      url: world.testDatabase.urls.frontendInternal,
      applicationName: 'isolation',
    })
    onTestFinished(() => database.end())
    const shown = await database.one(isolation`SELECT current_setting('transaction_isolation') AS level, (
      SELECT pg_settings.source FROM pg_settings WHERE pg_settings.name = 'default_transaction_isolation') AS source`)
    expect(shown).toEqual({ level: 'read committed', source: 'client' })
  })
})

describe('the check of readiness', () => {
  it('finds a database that can only be read', async ({ world }) => {
    const url = new URL(world.testDatabase.urls.frontendInternal)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const database = await createDatabase({ url: url.href, applicationName: 'read only' })
    onTestFinished(() => database.end())
    expect(await database.check()).toEqual({ database: 'read_only', schema: 'ok' })
  })

  it('reports why the database is unavailable', async ({ world }) => {
    const url = new URL(world.testDatabase.urls.frontendInternal)
    url.pathname = '/nowhere'
    const faults: unknown[] = []
    const observe = { query: () => {}, acquire: () => {}, check: (fault: unknown) => faults.push(fault) }
    const database = await createDatabase({ url: url.href, applicationName: 'gone', observe })
    onTestFinished(() => database.end())
    expect(await database.check()).toEqual({ database: 'unavailable', schema: 'unknown' })
    expect(faults).toMatchObject([{ sqlState: '3D000' }])
  })
})

const ping = read('refusedConnectPing', Type.Object({ one: Type.Integer() }))
const isolation = read('showIsolation', Type.Object({ level: Type.String(), source: Type.String() }))
