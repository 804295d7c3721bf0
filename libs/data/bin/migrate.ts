import { readFileSync } from 'node:fs'
import { isExposedDatabase, isReadableDatabaseUrl, readableDatabaseUrl } from '../src/db/database-url.ts'
import { migrate } from '../src/migrations/migrate.ts'
import { MigrationError } from '../src/migrations/migration-error.ts'

// Exit codes: 0 migrated or nothing to do, 1 failed, 78 (EX_CONFIG) no database given, or one that is not allowed in production.
const { MIGRATION_DATABASE_URL, MIGRATION_DATABASE_URL_FILE, DATABASE_URL, DATABASE_ALLOW_PLAIN, NODE_ENV } =
  process.env
const url = MIGRATION_DATABASE_URL_FILE
  ? readSecret(MIGRATION_DATABASE_URL_FILE)
  : (MIGRATION_DATABASE_URL ?? DATABASE_URL)
if (url === undefined || url === '') {
  process.stderr.write(
    'migrate: set MIGRATION_DATABASE_URL (or MIGRATION_DATABASE_URL_FILE, or DATABASE_URL) to the owner of the database\n',
  )
  process.exit(78)
}
if (!isReadableDatabaseUrl(url)) {
  const variable = [
    [MIGRATION_DATABASE_URL_FILE, 'MIGRATION_DATABASE_URL_FILE'],
    [MIGRATION_DATABASE_URL, 'MIGRATION_DATABASE_URL'],
  ].find(([value]) => value)?.[1]
  process.stderr.write(`migrate: ${variable ?? 'DATABASE_URL'} must be ${readableDatabaseUrl}\n`)
  process.exit(78)
}
if (NODE_ENV === 'production' && DATABASE_ALLOW_PLAIN !== '1' && isExposedDatabase(url)) {
  process.stderr.write(
    'migrate: in production the database must be on this machine or its URL have sslmode=verify-full, unless DATABASE_ALLOW_PLAIN is 1\n',
  )
  process.exit(78)
}
const print = (line: string) => process.stdout.write(`migrate: ${line}\n`)
try {
  const applied = await migrate({ url, log: print })
  print(applied.length === 0 ? 'the schema is current' : `applied ${applied.join(', ')}`)
} catch (error) {
  if (!(error instanceof MigrationError)) throw error
  process.stderr.write(`migrate: ${error.message}\n`)
  process.exitCode = 1
}

function readSecret(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
