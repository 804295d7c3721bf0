import type pg from 'pg'
import { MigrationError } from './migration-error.ts'

/** What follows a database's name and `_` in the names of its three roles. */
export const serviceRoleSuffixes = ['public_api', 'frontend_internal', 'manual_grading']

/** PostgreSQL silently cuts off a longer name, and the migrations grant rights to these roles. */
const maxRoleNameBytes = 63

export async function requireServiceRoles(client: pg.Client): Promise<void> {
  const found = await client.query<{ name: string; exists: boolean }>(
    `SELECT current_database() || '_' || service AS name,
            EXISTS (SELECT FROM pg_roles WHERE rolname = current_database() || '_' || service) AS exists
     FROM unnest($1::text[]) AS service`,
    [serviceRoleSuffixes],
  )
  const tooLong = found.rows.filter((role) => Buffer.byteLength(role.name) > maxRoleNameBytes)
  if (tooLong.length > 0) {
    throw new MigrationError('roles', `the name of the database is too long for its roles: ${names(tooLong)}`)
  }
  const missing = found.rows.filter((role) => !role.exists)
  if (missing.length > 0) {
    throw new MigrationError('roles', `these login roles must exist before the migrations run: ${names(missing)}`)
  }
}

function names(roles: readonly { readonly name: string }[]): string {
  return roles.map((role) => role.name).join(', ')
}
