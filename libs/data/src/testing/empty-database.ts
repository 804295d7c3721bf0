import { ensureServiceRoles } from '@course-grading/test-embedded-postgres'
import pg from 'pg'

export interface EmptyDatabase {
  /** Connects as the database's owner. */
  readonly url: string
  readonly name: string
  query(text: string): Promise<Record<string, unknown>[]>
  drop(): Promise<void>
}

/** A database without tables on the server of `serverUrl`. Its owner is the user of that URL. */
export async function createEmptyDatabase(serverUrl: string, name: string, roles = true): Promise<EmptyDatabase> {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await ask(serverUrl, `CREATE DATABASE "${name}"`)
  const made = roles ? Object.values(await ensureServiceRoles(serverUrl, name)) : []
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  return {
    url: url.href,
    name,
    query: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
    drop: async () => {
      await client.end()
      const roles = made.map((role) => `"${new URL(role).username}"`)
      await ask(serverUrl, `DROP DATABASE "${name}" WITH (FORCE)`)
      if (roles.length > 0) await ask(serverUrl, `DROP ROLE ${roles.join(', ')}`)
    },
  }
}

async function ask(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
