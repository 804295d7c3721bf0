import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { MigrationError } from './migration-error.ts'

interface FileChecksum {
  readonly name: string
  readonly sha256: string
}

/** Throws if the database was begun by migrations that this release no longer has. */
export async function refuseOlderSeries(client: pg.Client, folder: string): Promise<void> {
  if (!(await hasMigrations(client))) return
  const [first] = await readChecksums(folder)
  const oldest = await client.query<{ name: string | null }>(
    'SELECT min(name COLLATE "C") AS name FROM schema_migration',
  )
  const name = oldest.rows[0]?.name ?? undefined
  if (first === undefined || name === undefined || name >= first.name) return
  throw new MigrationError(
    'too_old',
    `the schema is older than this release can bring forward (it begins with ${name}): give it an empty database;` +
      ' `npm start -- --fresh` makes that of the demo world new',
  )
}

/** Throws when an applied file has changed or is missing: the schema would no longer follow from the files. */
export async function verifyChecksums(client: pg.Client, folder: string): Promise<void> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS schema_migration_checksum (name text NOT NULL, sha256 text NOT NULL,' +
      ' CONSTRAINT schema_migration_checksum__pkey PRIMARY KEY (name))',
  )
  const applied = await listApplied(client)
  const files = new Map((await readChecksums(folder)).map((file) => [file.name, file.sha256]))
  const gone = applied.filter((row) => !files.has(row.name)).map((row) => row.name)
  if (gone.length > 0)
    throw new MigrationError('checksum', `applied migrations whose files are gone: ${gone.join(', ')}`)
  const changed = applied.filter((row) => files.get(row.name) !== row.sha256).map((row) => row.name)
  if (changed.length > 0) {
    throw new MigrationError(
      'checksum',
      `an earlier commit made this database: migrations were changed after they were applied (${changed.join(', ')}).` +
        ' No version has been released yet, so give it an empty database; `npm start -- --fresh` makes that of the demo world new',
    )
  }
}

/** Runs before the migrations, so that an applied file has a checksum even after a kill. The next run corrects the others. */
export async function recordChecksums(client: pg.Client, folder: string): Promise<void> {
  const applied = new Set((await listApplied(client)).map((row) => row.name))
  for (const file of await readChecksums(folder)) {
    if (applied.has(file.name)) continue
    await client.query(
      `INSERT INTO schema_migration_checksum (name, sha256) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET sha256 = EXCLUDED.sha256`,
      [file.name, file.sha256],
    )
  }
}

async function listApplied(client: pg.Client): Promise<FileChecksum[]> {
  if (!(await hasMigrations(client))) return []
  const applied = await client.query<FileChecksum>(
    `SELECT schema_migration.name, coalesce(schema_migration_checksum.sha256, '') AS sha256
     FROM schema_migration LEFT JOIN schema_migration_checksum USING (name) ORDER BY schema_migration.id`,
  )
  return applied.rows
}

async function hasMigrations(client: pg.Client): Promise<boolean> {
  const table = await client.query<{ exists: boolean }>("SELECT to_regclass('schema_migration') IS NOT NULL AS exists")
  return table.rows[0]?.exists === true
}

async function readChecksums(folder: string): Promise<FileChecksum[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  return await Promise.all(
    files.map(async (file) => ({
      name: file.slice(0, -'.sql'.length),
      sha256: createHash('sha256')
        .update(await readFile(join(folder, file)))
        .digest('hex'),
    })),
  )
}
