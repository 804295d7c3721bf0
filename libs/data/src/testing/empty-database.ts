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
  return {
    url: url.href,
    name,
    query: (text) => ask(url.href, text),
    drop: async () => {
      await ask(serverUrl, `DROP DATABASE "${name}" WITH (FORCE)`)
      for (const role of made) await ask(serverUrl, `DROP ROLE "${new URL(role).username}"`)
    },
  }
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
