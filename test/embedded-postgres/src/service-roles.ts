import { randomBytes } from 'node:crypto'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'

/** Connection URLs with the services' own roles. */
export interface ServiceUrls {
  readonly publicApi: string
  readonly frontendInternal: string
  readonly manualGrading: string
}

/** PostgreSQL cuts longer names without an error. */
const nameBytesMax = 63
/** SQLSTATE duplicate_object and unique_violation: another process made the role at the same moment. */
const alreadyThere = new Set(['42710', '23505'])

/** The names of the three roles of a database. */
export function serviceRoleNames(databaseName: string): Record<keyof ServiceUrls, string> {
  const names = {
    publicApi: `${databaseName}_public_api`,
    frontendInternal: `${databaseName}_frontend_internal`,
    manualGrading: `${databaseName}_manual_grading`,
  }
  const tooLong = Object.values(names).find((name) => Buffer.byteLength(name) > nameBytesMax)
  if (tooLong !== undefined) {
    throw new Error(`The database's name is too long: role ${tooLong} has over ${nameBytesMax} bytes.`)
  }
  return names
}

/**
 * Makes the three roles with new random passwords, and gives new ones to those that exist: open connections stay, and
 * new ones need the new URL. `ownerUrl` may name any database of the cluster; its role needs CREATEROLE.
 */
export async function ensureServiceRoles(ownerUrl: string, databaseName: string): Promise<ServiceUrls> {
  const names = serviceRoleNames(databaseName)
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return {
      publicApi: await ensureRole(client, names.publicApi, ownerUrl, databaseName),
      frontendInternal: await ensureRole(client, names.frontendInternal, ownerUrl, databaseName),
      manualGrading: await ensureRole(client, names.manualGrading, ownerUrl, databaseName),
    }
  } finally {
    await client.end()
  }
}

async function ensureRole(client: Client, name: string, ownerUrl: string, databaseName: string): Promise<string> {
  const password = randomBytes(24).toString('hex')
  const role = escapeIdentifier(name)
  const found = await client.query('SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = $1', [name])
  if (found.rowCount === 0) await createRole(client, role)
  // No other attribute is named: a role that is made here has none, and naming them would need a superuser.
  await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${escapeLiteral(password)}`)
  return withRole(ownerUrl, databaseName, name, password)
}

async function createRole(client: Client, role: string): Promise<void> {
  try {
    await client.query(`CREATE ROLE ${role} LOGIN`)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && alreadyThere.has(String(error.code)))) throw error
  }
}

function withRole(ownerUrl: string, databaseName: string, name: string, password: string): string {
  const url = new URL(ownerUrl)
  url.username = encodeURIComponent(name)
  url.password = password
  url.pathname = `/${encodeURIComponent(databaseName)}`
  return url.href
}
