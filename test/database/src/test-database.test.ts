import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from './test-database.ts'

describe('createTestDatabase', () => {
  it('gives each caller a database of its own', async () => {
    const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
    onTestFinished(async () => {
      await first.drop()
      await second.drop()
    })
    await query(first.ownerUrl, 'CREATE TABLE only_here ()')
    expect(await query(second.ownerUrl, "SELECT to_regclass('only_here') AS found")).toEqual([{ found: null }])
  })

  it('lets each service connect as a role of its own that may not change the schema', async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    const names = new Set<unknown>()
    for (const url of Object.values(database.urls)) {
      names.add((await query(url, 'SELECT current_user AS name'))[0]?.['name'])
      await expect(query(url, 'CREATE TABLE public.mine ()')).rejects.toThrow('permission denied')
    }
    expect(names.size).toBe(3)
  })

  it('drops a database that somebody is still connected to', async () => {
    const database = await createTestDatabase()
    const guest = new Client({ connectionString: database.urls.publicApi })
    guest.on('error', () => {})
    await guest.connect()
    await database.drop()
    await expect(query(database.ownerUrl, 'SELECT 1')).rejects.toThrow('does not exist')
    await guest.end()
  })
})

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
