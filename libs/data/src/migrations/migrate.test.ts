import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished } from 'vitest'
import { createEmptyDatabase } from '../testing/empty-database.ts'
import { it as dataTest } from '../testing/open-data.ts'
import { migrate, migrationsFolder } from './migrate.ts'

const it = dataTest.extend('migrating', ({ world }) => openEmpty(world.testDatabase.ownerUrl))

describe('migrate', () => {
  it('applies every file in order, once, and then has nothing to do', async ({ migrating }) => {
    const names = (await readdir(migrationsFolder)).toSorted().map((file) => file.replace(/\.sql$/, ''))
    expect(await migrate({ url: migrating.url })).toEqual(names)
    expect(await migrate({ url: migrating.url })).toEqual([])
    expect(await migrating.applied()).toEqual(names)
  })

  it('lets one of five runs at the same time apply the files, while the others wait and find nothing to do', async ({
    migrating,
  }) => {
    await migrating.put('20260101000000_a', 'CREATE TABLE a (); SELECT pg_sleep(0.1);')
    const results = await Promise.all([1, 2, 3, 4, 5].map(migrating.run))
    expect(results.map((result) => result.length > 0).toSorted()).toEqual([false, false, false, false, true])
  })

  it('gives up when another run does not end in time', async ({ migrating }) => {
    const holder = await migrating.hold('SELECT pg_advisory_lock(4120260301)')
    await expect(migrate({ url: migrating.url, folder: migrating.folder, waitMs: 100 })).rejects.toMatchObject({
      problem: 'locked',
    })
    await holder.letGo()
  })

  it('refuses a database that an earlier commit made, and names the file and `--fresh`', async ({ migrating }) => {
    await migrating.put('20260101000000_a__create', 'CREATE TABLE a ();')
    await migrating.run()
    await migrating.put('20260101000000_a__create', 'SELECT 1;')
    await expect(migrating.run()).rejects.toMatchObject({
      problem: 'checksum',
      message: expect.stringMatching(/a__create.*--fresh/),
    })
  })

  it('rejects if the file of an applied migration is missing', async ({ migrating }) => {
    await migrating.put('20260101000000_a', 'CREATE TABLE a ();')
    await migrating.run()
    await rm(join(migrating.folder, '20260101000000_a.sql'))
    await expect(migrating.run()).rejects.toMatchObject({
      problem: 'checksum',
      message: expect.stringContaining('20260101000000_a'),
    })
  })

  it('refuses a database that older files began, before any change, and names `--fresh`', async ({ migrating }) => {
    await migrating.put('20260101000000_a', 'CREATE TABLE a ();')
    await migrating.run()
    await migrating.query('DROP TABLE schema_migration_checksum')
    await rm(join(migrating.folder, '20260101000000_a.sql'))
    await migrating.put('20260102000000_baseline', 'CREATE TABLE baseline ();')
    await expect(migrating.run()).rejects.toMatchObject({
      problem: 'too_old',
      message: expect.stringMatching(/20260101000000_a.*npm start -- --fresh/),
    })
    expect(
      await migrating.query(
        "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
      ),
    ).toEqual([{ relname: 'a' }, { relname: 'schema_migration' }])
    expect(await migrating.applied()).toEqual(['20260101000000_a'])
  })

  it('rejects a new file that sorts before an applied one', async ({ migrating }) => {
    await migrating.put('20260102000000_b', 'CREATE TABLE b ();')
    await migrating.run()
    await migrating.put('20260101000000_a', 'CREATE TABLE a ();')
    await expect(migrating.run()).rejects.toMatchObject({
      problem: 'failed',
      message: expect.stringContaining('20260101000000_a'),
    })
  })

  it('rolls back a file that failed, and applies it when it has been corrected', async ({ migrating }) => {
    await migrating.put('20260101000000_a', 'CREATE TABLE a ();')
    await migrating.put('20260102000000_b', 'CREATE TABLE b (); SELECT 1 / 0;')
    await expect(migrating.run()).rejects.toMatchObject({
      problem: 'failed',
      message: expect.stringContaining('division by zero'),
    })
    expect(await migrating.query("SELECT to_regclass('a')::text AS a, to_regclass('b') AS b")).toEqual([
      { a: 'a', b: null },
    ])
    await migrating.put('20260102000000_b', 'CREATE TABLE b ();')
    expect(await migrating.run()).toEqual(['20260102000000_b'])
  })

  it('makes the same schema if it is killed in the middle and run again', async ({ migrating }) => {
    await migrating.put('20260101000000_a', 'CREATE TABLE a ();')
    await migrating.put('20260102000000_b', 'CREATE TABLE b (); SELECT pg_sleep(300);')
    const first = migrating.run().catch((error: unknown) => error)
    await migrating.firstRow(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'migrate' AND query LIKE '%pg_sleep%'",
    )
    expect(await first).toMatchObject({ name: 'MigrationError' })
    await migrating.put('20260102000000_b', 'CREATE TABLE b ();')
    expect(await migrating.run()).toEqual(['20260102000000_b'])
    expect(await migrating.applied()).toEqual(['20260101000000_a', '20260102000000_b'])
  })

  it('tries again when a table is locked for longer than it waits', async ({ migrating }) => {
    await migrating.put('20260101000000_a', 'CREATE TABLE a ();')
    await migrating.run()
    await migrating.put('20260102000000_a__b', 'ALTER TABLE a ADD b integer;')
    const holder = await migrating.hold('BEGIN', 'LOCK TABLE a')
    let letGo: Promise<void> | undefined
    const lines: string[] = []
    await migrate({
      url: migrating.url,
      folder: migrating.folder,
      lockTimeoutMs: 100,
      log: (line) => {
        lines.push(line)
        letGo ??= holder.letGo()
      },
    })
    await letGo
    expect(lines[0]).toContain('locked')
    expect(await migrating.applied()).toHaveLength(2)
  })

  it('makes an index without blocking writers, in a file marked `outside a transaction`', async ({ migrating }) => {
    await migrating.put('20260101000000_a', 'CREATE TABLE a (b integer);')
    await migrating.put(
      '20260102000000_a__b__index',
      '-- outside a transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS a__b ON a (b);',
    )
    expect(await migrating.run()).toHaveLength(2)
    expect(await migrating.query("SELECT indisvalid FROM pg_index WHERE indexrelid = 'a__b'::regclass")).toEqual([
      { indisvalid: true },
    ])
    expect(await migrating.run()).toEqual([])
  })

  it('ignores words in the comments of a file', async ({ migrating }) => {
    await migrating.put(
      '20260101000000_a',
      "-- Down migration\nCREATE TABLE a ();\n-- Up migration: {braces} and 'quotes'\nCREATE TABLE b ();",
    )
    await migrating.run()
    expect(await migrating.query("SELECT to_regclass('a')::text AS a, to_regclass('b')::text AS b")).toEqual([
      { a: 'a', b: 'b' },
    ])
  })

  it('names the roles that are missing', async ({ world, migrating }) => {
    const bare = await createEmptyDatabase(world.testDatabase.ownerUrl, `${migrating.name}_bare`, false)
    onTestFinished(() => bare.drop())
    await expect(migrate({ url: bare.url })).rejects.toMatchObject({
      problem: 'roles',
      message: expect.stringMatching(
        `${bare.name}_public_api, ${bare.name}_frontend_internal, ${bare.name}_manual_grading`,
      ),
    })
  })

  it('rejects a database name with which the names of roles would be too long', async ({ world, migrating }) => {
    const long = await createEmptyDatabase(world.testDatabase.ownerUrl, `${migrating.name}_`.padEnd(50, 'x'), false)
    onTestFinished(() => long.drop())
    await expect(migrate({ url: long.url })).rejects.toMatchObject({
      problem: 'roles',
      message: expect.stringContaining('too long'),
    })
  })

  it('reports that there is no database', async () => {
    await expect(migrate({ url: 'postgres://nobody@127.0.0.1:1/x' })).rejects.toMatchObject({ problem: 'connect' })
  })
})

/** An empty database and an empty folder of migrations, for one test. */
async function openEmpty(serverUrl: string) {
  const database = await createEmptyDatabase(serverUrl, `migrate_${randomBytes(4).toString('hex')}`)
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(async () => {
    await database.drop()
    await rm(folder, { recursive: true })
  })

  const put = (name: string, text: string) => writeFile(join(folder, `${name}.sql`), text)
  /** Repeats the query until there is a row. */
  const firstRow = (query: string) => expect.poll(() => database.query(query)).not.toEqual([])
  /** Runs statements on a connection and holds their locks until `letGo` is called. */
  const hold = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    return { letGo: () => client.end() }
  }
  const run = () => migrate({ url: database.url, folder })
  const applied = async () =>
    (await database.query('SELECT name FROM schema_migration ORDER BY id')).map((row) => row['name'])
  return { ...database, folder, put, firstRow, hold, run, applied }
}
