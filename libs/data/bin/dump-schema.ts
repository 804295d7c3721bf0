import pg from 'pg'
import { dumpSchema } from '../src/migrations/dump-schema.ts'

// Prints the schema of a database, to be compared with schema.sql.
const url = process.env['MIGRATION_DATABASE_URL'] ?? process.env['DATABASE_URL']
if (url === undefined || url === '') {
  process.stderr.write('dump-schema: set MIGRATION_DATABASE_URL (or DATABASE_URL) to the owner of the database\n')
  process.exit(78)
}
const client = new pg.Client({ connectionString: url, application_name: 'dump-schema' })
await client.connect()
try {
  process.stdout.write(await dumpSchema(client))
} finally {
  await client.end()
}
