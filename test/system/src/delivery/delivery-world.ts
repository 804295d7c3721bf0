import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, type Database } from '@course-grading/data/db/database'
import { markGradesReleased } from '@course-grading/data/grading/release-grades'
import { completeSubmission } from '@course-grading/data/testing/complete-submission'
import { capabilityContext, createSealer, originDigest } from '@course-grading/sealing'
import { createTestDatabase } from '@course-grading/test-database'
import { createCertificate, registerSubmission, seedDemoWorld, type TestCertificate } from '@course-grading/test-kit'
import pg from 'pg'
import { type ServiceProcess, startServiceProcess, waitFor } from '../service-process.ts'
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'
import { createLedger, type JudgedDelivery, type Ledger } from './ledger.ts'
import { type Peer, startPeer } from './peer.ts'

/** A delivery, its sends and its steps. */
export interface DeliveryRow extends JudgedDelivery {
  /** `<event>:<kind>`, or the event alone. */
  readonly events: readonly string[]
  /** `<number> <outcome> <kind> <phase>` of each send that has started. */
  readonly sends: readonly string[]
}

export interface DeliveryRequest {
  readonly origin: string
  /** The length of the feedback, for requests of a certain size. */
  readonly feedbackBytes?: number
  /** The whole callback URL, where it is not the usual one of the origin. */
  readonly callbackUrl?: (submissionId: number) => string
  readonly points?: string
  /** SQL that the database's owner runs between the registration and the result. */
  readonly before?: string
  /** The delivery is held until it is released. */
  readonly held?: true
  /** The key that seals the callback URL. Default: the first key. */
  readonly key?: CapabilityKey
}

interface CapabilityKey {
  readonly id: string
  readonly key: Buffer
}

/** Deliveries, or their ids. */
type Deliveries = readonly (string | { readonly id: string })[]

export interface DeliveryWorld {
  readonly ledger: Ledger
  readonly database: Database
  /** The URL for the service's role. */
  readonly databaseUrl: string
  readonly authority: TestCertificate
  readonly query: <Row extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: unknown[],
  ) => Promise<Row[]>
  /** A connection of the database's owner. The test releases it. */
  readonly connection: () => Promise<pg.PoolClient>
  readonly peer: (certificate?: TestCertificate) => Promise<Peer>
  /** A certificate that workers trust. Default: for the peers' address. */
  readonly certificate: (names?: readonly string[]) => TestCertificate
  /** Allows an origin that no peer has. The default range is the peers' address. */
  readonly allow: (origin: string, range?: string) => void
  /** Starts a worker that may reach every existing peer. With `listening`, it does not wait until the worker is ready, which needs a database. */
  readonly worker: (env?: Record<string, string>, until?: 'listening' | 'ready') => Promise<ServiceProcess>
  /** Creates a submission with a completed assessment, and returns its delivery. */
  readonly deliver: (request: DeliveryRequest) => Promise<{ readonly id: string; readonly submissionId: number }>
  readonly release: (id: string) => Promise<void>
  readonly find: (deliveries: Deliveries) => Promise<DeliveryRow[]>
  /** Waits until each of these deliveries has this state, or `wanted` is true for it. */
  readonly until: (
    what: string,
    deliveries: Deliveries,
    wanted: string | ((row: DeliveryRow) => boolean),
    limitMs?: number,
  ) => Promise<DeliveryRow[]>
  /** SIGKILL to every worker that is left. */
  readonly killWorkers: () => Promise<void>
  /** A proxy to the database. */
  readonly proxy: () => Promise<DatabaseProxy>
  /** Ends the workers and the proxies that are left. */
  readonly endTest: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Short limits in the same order as the real ones, yet long enough for a slow machine. */
export const shortTimes = {
  CALLBACK_CONNECT_TIMEOUT_MS: '2000',
  CALLBACK_VERIFICATION_TIMEOUT_MS: '3000',
  CALLBACK_HEADERS_TIMEOUT_MS: '3000',
  CALLBACK_TOTAL_TIMEOUT_MS: '3500',
  DELIVERY_LEASE_S: '8',
  DELIVERY_OPEN_LEASE_S: '6',
  DELIVERY_REAPER_S: '1',
  DELIVERY_SETTLE_S: '7',
  SHUTDOWN_GRACE_S: '7',
}

/** The default key of every worker. */
export const firstKey: CapabilityKey = { id: 'k-1', key: Buffer.alloc(32, 7) }
export const secondKey: CapabilityKey = { id: 'k-2', key: Buffer.alloc(32, 8) }
/** The keys in the format of CAPABILITY_KEYS. */
export const ringText = (...keys: readonly CapabilityKey[]): string =>
  keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',')

/** The secret part of each URL's token. The part before it depends on the submission. */
const token = 'Ab3'.repeat(11).slice(1)
/** Submissions are numbered from here. Suites do not share databases, so the numbers need to be unique in one suite only. */
const firstSubmission = 50_000

/** Nothing is left to do for a worker. */
export const isFinal = ({ state }: DeliveryRow): boolean => state !== 'pending' && state !== 'sending'

/** A given database for a world, with the schema and the demo world. It may become unavailable during a test. */
export interface WorldDatabase {
  readonly ownerUrl: string
  /** The URL for the service's role. */
  readonly databaseUrl: string
}

async function createWorldDatabase(): Promise<WorldDatabase & { readonly drop: () => Promise<void> }> {
  const { ownerUrl, urls, drop } = await createTestDatabase()
  await seedDemoWorld(ownerUrl)
  return { ownerUrl, databaseUrl: urls.manualGrading, drop }
}

export async function startDeliveryWorld(givenDatabase?: WorldDatabase): Promise<DeliveryWorld> {
  const { ownerUrl, databaseUrl, drop } =
    givenDatabase === undefined ? await createWorldDatabase() : { ...givenDatabase, drop: async () => {} }
  // Long limits, since the preparation of a test may make many grades at the same time.
  const limits = { lockTimeoutMs: 60_000, queueWaitMs: 60_000 }
  const database = await createDatabase({ url: databaseUrl, applicationName: 'delivery test', poolMax: 3, limits })
  const graders = await createDatabase({
    url: ownerUrl,
    applicationName: 'graders',
    poolMax: 3,
    limits,
  })
  // A given database may be restarted: each connection is used once, and its errors are ignored.
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 3, ...(givenDatabase !== undefined && { maxUses: 1 }) })
  owner.on('error', () => {}).on('connect', (client) => void client.on('error', () => {}))
  const folder = mkdtempSync(join(tmpdir(), 'delivery-'))
  const authority = createCertificate({ name: 'Authority of tests' })
  const authorityFile = join(folder, 'authority.pem')
  writeFileSync(authorityFile, authority.cert)
  const ledger = createLedger()
  const peers: Peer[] = []
  const allowed: { readonly origin: string; readonly range: string }[] = []
  const allow: DeliveryWorld['allow'] = (origin, range = '127.0.0.1/32') => void allowed.push({ origin, range })
  const workers: ServiceProcess[] = []
  const proxies: DatabaseProxy[] = []
  let lastSubmission = firstSubmission

  const query: DeliveryWorld['query'] = async (text, values) => (await owner.query(text, values)).rows
  const find: DeliveryWorld['find'] = (deliveries) =>
    query<DeliveryRow & pg.QueryResultRow>(
      `
    SELECT delivery.id, delivery.submission_id::int AS "submissionId", delivery.state, delivery.kind,
      ARRAY(SELECT concat_ws(':', event, kind) FROM delivery_event WHERE delivery_id = delivery.id ORDER BY delivery_event.id) AS events,
      ARRAY(SELECT concat_ws(' ', number, coalesce(outcome, 'open'), kind, phase) FROM delivery_send
        WHERE delivery_id = delivery.id AND started_at IS NOT NULL ORDER BY number) AS sends
    FROM delivery WHERE delivery.id = ANY ($1) ORDER BY delivery.ordinal`,
      [deliveries.map((each) => (typeof each === 'string' ? each : each.id))],
    )

  const killWorkers = async (): Promise<void> => {
    const left = workers.splice(0)
    for (const worker of left) worker.signal('SIGKILL')
    await Promise.all(left.map(({ exited }) => exited))
  }
  const endTest = async (): Promise<void> => {
    await killWorkers()
    await Promise.all(proxies.splice(0).map((proxy) => proxy.close()))
  }

  return {
    killWorkers,
    endTest,
    async proxy() {
      const proxy = await startDatabaseProxy(databaseUrl)
      proxies.push(proxy)
      return proxy
    },
    ledger,
    allow,
    database,
    databaseUrl,
    authority,
    query,
    find,
    connection: () => owner.connect(),
    async peer(certificate) {
      const peer = await startPeer({ ledger, ...(certificate !== undefined && { certificate }) })
      peers.push(peer)
      allow(peer.origin)
      return peer
    },
    certificate: (names = ['127.0.0.1']) => createCertificate({ name: 'peer', issuer: authority, names }),
    async worker(env = {}, until = 'ready') {
      const worker = await startServiceProcess(
        'manual-grading',
        {
          ...shortTimes,
          DATABASE_URL: databaseUrl,
          ROLE: 'worker',
          LOG_LEVEL: 'debug',
          DELIVERY_CONCURRENCY: '100',
          CAPABILITY_KEYS: ringText(firstKey),
          NODE_EXTRA_CA_CERTS: authorityFile,
          CALLBACK_ALLOWED: allowed.map(({ origin, range }) => `${origin}/submissions/*/grader|${range}`).join(','),
          ...env,
        },
        { until },
      )
      workers.push(worker)
      return worker
    },
    async deliver({ origin, feedbackBytes = 20, callbackUrl, points = '12.5', before, held, key = firstKey }) {
      const submissionId = (lastSubmission += 1)
      const context = { courseId: 11, exerciseId: 1103, submissionId }
      const url =
        callbackUrl?.(submissionId) ??
        `${origin}/submissions/${submissionId}/grader?token=s${submissionId.toString(16)}.${token}`
      ledger.callbacks.set(submissionId, url)
      const { sealed, keyId } = createSealer({ purpose: 'capability', keys: [key] }).seal(
        url,
        capabilityContext(context),
      )
      await registerSubmission(database, { ...context, sealedUrl: sealed, keyId, originDigest: originDigest(origin) })
      if (before !== undefined) await query(before, [submissionId])
      const id = await completeSubmission(graders, {
        submissionId,
        points,
        maxPoints: '20',
        feedbackHtml: 'x'.repeat(feedbackBytes),
        payload: '{}',
        // A grader each, since the claims of one grader wait for each other, and are few.
        graderId: 1_000_000 + submissionId,
        state: held ? 'held' : 'pending',
      })
      return { id, submissionId }
    },
    async release(deliveryId) {
      const [assessment] = await query<{ id: string }>(
        'SELECT assessment.id FROM assessment JOIN delivery USING (submission_id) WHERE delivery.id = $1',
        [deliveryId],
      )
      const assessmentIds = assessment === undefined ? [] : [assessment.id]
      const request = { courseId: 11, exerciseId: 1103, assessmentIds, isDue: false, byUserId: 101 }
      const done = await graders.transaction((tx) => markGradesReleased(tx, request))
      if (done.released !== 1) throw new Error('nothing was released')
    },
    async until(what, deliveries, wanted, limitMs) {
      let rows: DeliveryRow[] = []
      const isWanted = typeof wanted === 'string' ? ({ state }: DeliveryRow) => state === wanted : wanted
      await waitFor(
        what,
        async () => {
          rows = await find(deliveries)
          return rows.length === deliveries.length && rows.every(isWanted)
        },
        limitMs,
      ).catch((error: unknown) => {
        const left = rows
          .filter((row) => !isWanted(row))
          .map(({ submissionId, state, kind, events }) => `${submissionId} ${state} ${kind} ${events.join(' ')}`)
        throw new Error(`${what}:\n${left.join('\n')}`, { cause: error })
      })
      return rows
    },
    async close() {
      await endTest()
      await Promise.all([...peers.map((peer) => peer.close()), owner.end(), database.end(), graders.end()])
      await drop()
      rmSync(folder, { recursive: true })
    },
  }
}
