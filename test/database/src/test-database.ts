import { randomBytes } from 'node:crypto'
import type { ServiceUrls } from '@course-grading/test-embedded-postgres'
import { escapeIdentifier, Pool } from 'pg'
import { requestCluster } from './cluster-broker.ts'
import type { TestClusterAccess } from './test-cluster.ts'
import { startTestCluster, urlOf } from './test-cluster.ts'

export interface TestDatabase {
  readonly name: string
  readonly ownerUrl: string
  /** One URL for each service, with the service's own role. */
  readonly urls: ServiceUrls
  /** Rows of a query by the owner, whose connections stay open until `drop`. */
  query(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  /** Ends all sessions of the database, and drops it. */
  drop(): Promise<void>
}

let access: Promise<TestClusterAccess> | undefined

/** Fills an empty database, and leaves no connection open. */
type Fill = (ownerUrl: string) => Promise<void>

const filled = new Map<Fill, Promise<TestClusterAccess>>()

/** A migrated database for one test file, cloned in some 30 ms: empty, or as `fill` leaves it, which runs once in a process. */
export async function createTestDatabase(fill?: Fill): Promise<TestDatabase> {
  // A process outside the run that shares one server gets a server of its own, which ends with it.
  access ??= requestCluster() ?? startTestCluster(process.env['DATABASE_URL'])
  const cluster = await access
  if (fill === undefined) return await cloneTemplate(cluster)
  return await cloneTemplate(await filled.getOrInsertComputed(fill, () => fillTemplate(cluster, fill)))
}

async function fillTemplate(cluster: TestClusterAccess, fill: Fill): Promise<TestClusterAccess> {
  const { name, ownerUrl } = await cloneTemplate(cluster)
  await fill(ownerUrl)
  return { ...cluster, template: name }
}

export async function cloneTemplate({ serverUrl, template, urls }: TestClusterAccess): Promise<TestDatabase> {
  const name = `${template}_${randomBytes(4).toString('hex')}`
  // Without file_copy the clone is written to the WAL, which takes several times as long.
  const [clone, source] = [escapeIdentifier(name), escapeIdentifier(template)]
  await onServer(serverUrl, `CREATE DATABASE ${clone} TEMPLATE ${source} STRATEGY file_copy`)
  const ownerUrl = urlOf(serverUrl, name)
  // One more, for what a test does while a query waits for a lock.
  const owner = new Pool({ connectionString: ownerUrl, max: 2, idleTimeoutMillis: 0 })
  // `drop` ends its connections.
  owner.on('error', () => {})
  let ended: Promise<void> | undefined
  return {
    name,
    ownerUrl,
    urls: {
      publicApi: urlOf(urls.publicApi, name),
      frontendInternal: urlOf(urls.frontendInternal, name),
      manualGrading: urlOf(urls.manualGrading, name),
    },
    query: async (text, values = []) => (await owner.query<Record<string, unknown>>(text, [...values])).rows,
    drop: async () => {
      await onServer(serverUrl, `DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`)
      await (ended ??= owner.end())
    },
  }
}

/** Its connections end with the process, or with the server. */
const servers = new Map<string, Pool>()

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const server = servers.getOrInsertComputed(serverUrl, () => {
    const pool = new Pool({ connectionString: serverUrl, max: 2, idleTimeoutMillis: 0, allowExitOnIdle: true })
    pool.on('error', () => {})
    return pool
  })
  await server.query(statement)
}
