import { Client, escapeIdentifier } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { TestCluster } from './test-cluster.ts'
import { startTestCluster } from './test-cluster.ts'
import { cloneTemplate, createTestDatabase } from './test-database.ts'

describe('startTestCluster, on a server that is given', () => {
  it('leaves no database and no role behind', async () => {
    const server = await serverUrl()
    const cluster = await startTestCluster(server)
    await cloneTemplate(cluster)
    await cluster.stop()
    expect(await namesLike(server, cluster.template)).toEqual([])
  })

  it('removes what a killed run left', async () => {
    const server = await serverUrl()
    const template = 'course_grading_test_00000000'
    await run(server, `CREATE ROLE ${template}_public_api`)
    for (const name of [template, `${template}_1`]) await run(server, `CREATE DATABASE ${escapeIdentifier(name)}`)
    await start(server)
    expect(await namesLike(server, template)).toEqual([])
  })

  it('does not affect another run at the same time', async () => {
    const server = await serverUrl()
    const first = await start(server)
    await start(server)
    const clone = await cloneTemplate(first)
    expect(await namesLike(server, first.template)).toEqual(
      [
        clone.name,
        first.template,
        `${first.template}_frontend_internal`,
        `${first.template}_manual_grading`,
        `${first.template}_public_api`,
      ].sort(),
    )
  })

  it('needs no superuser, not even to drop a database that a service is connected to', async () => {
    const server = await serverUrl()
    const owner = `test_owner_${process.pid}`
    await run(server, `CREATE ROLE ${owner} LOGIN CREATEDB CREATEROLE PASSWORD 'owner'`)
    onTestFinished(async () => {
      await run(server, `DROP ROLE ${owner}`)
    })
    const ownerUrl = new URL(server)
    ownerUrl.username = owner
    ownerUrl.password = 'owner'
    const cluster = await start(ownerUrl.href)
    const database = await cloneTemplate(cluster)
    const guest = new Client({ connectionString: database.urls.publicApi })
    guest.on('error', () => {})
    await guest.connect()
    await database.drop()
    expect(await namesLike(server, database.name)).toEqual([])
    await guest.end()
  })
})

/** The run's own server, as a server that is given. */
async function serverUrl(): Promise<string> {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  return database.ownerUrl
}

async function start(server: string): Promise<TestCluster> {
  const cluster = await startTestCluster(server)
  onTestFinished(() => cluster.stop())
  return cluster
}

async function namesLike(server: string, prefix: string): Promise<unknown[]> {
  return (
    await run(
      server,
      `SELECT name FROM (
      SELECT datname AS name FROM pg_database UNION ALL SELECT rolname FROM pg_roles) AS every
    WHERE starts_with(name, '${prefix}') ORDER BY name COLLATE "C"`,
    )
  ).map(({ name }) => name)
}

async function run(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
