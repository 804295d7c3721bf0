import { randomBytes, randomInt } from 'node:crypto'
import { createDatabase, type Database, insertCompletedResult, insertDelivery } from '@course-grading/data'
import { type FakeUpstream, startFakeUpstream } from '@course-grading/fake-upstream'
import { capabilityContext, createSealer } from '@course-grading/sealing'
import { createCertificate } from '@course-grading/test-kit'
import pg from 'pg'
import type { Canary } from './canary-encodings.ts'
import { openWire, type Wire } from './canary-wire.ts'
import { createLedger, type Ledger } from './delivery/ledger.ts'
import { type Peer, startPeer } from './delivery/peer.ts'
import { type PrivateDatabase, startPrivateDatabase } from './private-database.ts'
import { type ServiceProcess, startServiceProcess } from './service-process.ts'

export type GradingMode = 'production' | 'development'

/**
 * manual-grading with all systems around it, in which every credential, every person and every foreign text is a canary. Its PostgreSQL
 * logs each statement with all parameters.
 */
export interface GradingCanaryWorld {
  readonly database: PrivateDatabase
  readonly query: <Row extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: unknown[],
  ) => Promise<Row[]>
  readonly wire: Wire
  /** The requests that the first peer received. */
  readonly ledger: Ledger
  /** A learning platform that may be called, and one with a self-signed certificate. */
  readonly peers: Readonly<Record<'good' | 'untrusted', Peer>>
  readonly secrets: Readonly<Record<'current' | 'previous' | 'wrong', string>>
  /** Texts that the learning platform adds to its replies, and that are in rejected requests. */
  readonly texts: Readonly<Record<'upstream' | 'body', string>>
  /** A person whom the learning platform shows with a submission. */
  readonly person: Readonly<Record<'username' | 'full_name' | 'email' | 'student_id', string>>
  /** Origins and folders of callbacks; those of `unreachable` and `untrusted` are allowed, those of `elsewhere` are not. */
  readonly origins: Readonly<Record<'good' | 'unreachable' | 'untrusted' | 'elsewhere', string>>
  /** Returns a callback URL with a new token. */
  readonly callbackOf: (submissionId: number, origin?: string) => string
  /** Ids of two people that no other system knows. */
  readonly submitters: () => number[]
  /** Stores another URL in a capability, sealed with a key of the ring or with a lost key. */
  readonly reseal: (submissionId: number, url: string, key?: 'lost') => Promise<void>
  /** Creates a completed assessment, whose texts are canaries, and returns its delivery. */
  readonly complete: (submissionId: number, state?: 'held' | 'pending') => Promise<string>
  readonly start: (mode: GradingMode) => Promise<ServiceProcess>
  /** The environment of an operator's shell. */
  readonly commandEnv: Readonly<Record<string, string>>
  /** Canaries by where they may occur: nowhere, with submitters, or in a result. */
  readonly canaries: () => Readonly<Record<'forbidden' | 'submitters' | 'feedback', readonly Canary[]>>
  readonly close: () => Promise<void>
}

const anyText = (): string => randomBytes(18).toString('base64url')
const anyHost = (): string => `${randomBytes(12).toString('hex')}.invalid`
const anyUserId = (): number =>
  Number(
    `${randomInt(1, 9)}${String(randomInt(10 ** 9)).padStart(9, '0')}${String(randomInt(10 ** 6)).padStart(6, '0')}`,
  )
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const anyHash = (): string => Array.from({ length: 32 }, () => letters[randomInt(letters.length)]).join('')

/** The application name of the connection that stores results. Assessments do that, not the service. */
export const assessing = 'assessing'

/** Written into the server's log when its set-up, which sets the passwords of roles, is complete. */
export const servicesBegin = 'the services start here'

/** Each entry begins with the process and the application name, and contains the named statement with its parameters. */
const serverSettings = {
  log_statement: 'all',
  log_parameter_max_length: '-1',
  log_parameter_max_length_on_error: '-1',
  log_error_verbosity: 'verbose',
  log_line_prefix: '@%p %a@ ',
  fsync: 'on',
  full_page_writes: 'on',
}

/** Limits as in production, so that nothing times out on a slow machine. */
const times = {
  CALLBACK_CONNECT_TIMEOUT_MS: '5000',
  CALLBACK_LOOK_TIMEOUT_MS: '60000',
  CALLBACK_HEADERS_TIMEOUT_MS: '60000',
  CALLBACK_TOTAL_TIMEOUT_MS: '70000',
  DELIVERY_LEASE_S: '120',
  DELIVERY_OPEN_LEASE_S: '120',
  DELIVERY_SETTLE_S: '180',
  SHUTDOWN_GRACE_S: '75',
  DELIVERY_CONCURRENCY: '30',
}

interface Collected {
  readonly forbidden: Canary[]
  readonly submitters: Canary[]
  readonly feedback: Canary[]
}

export async function startGradingCanaryWorld(): Promise<GradingCanaryWorld> {
  const [database, upstream] = await Promise.all([startPrivateDatabase(serverSettings), startFakeUpstream()])
  await database.migrate()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const query: GradingCanaryWorld['query'] = async (text, values) => (await owner.query(text, values)).rows
  const assessments = await createDatabase({ url: database.urls.manualGrading, applicationName: assessing, poolMax: 2 })
  const wire = await openWire(database.ownerUrl)
  const secrets = { current: anyText() + anyText(), previous: anyText() + anyText(), wrong: anyText() + anyText() }
  const keys = [randomBytes(32), randomBytes(32)].map((key, index) => ({ id: `k-${index + 1}`, key }))
  const lostKey = { id: 'lost', key: randomBytes(32) }
  const texts = { upstream: anyText(), body: anyText() }
  const person = {
    username: `user-${anyText()}`,
    full_name: `${anyText()} Ångström`,
    email: `${anyText()}@${anyText()}.test`,
    student_id: anyText(),
  }
  const folder = anyText()
  const certificateName = anyText()
  const ledger = createLedger()
  const peers = {
    good: await startPeer({ ledger }),
    untrusted: await startPeer({
      ledger: createLedger(),
      certificate: createCertificate({ name: certificateName, names: ['127.0.0.1', `${certificateName}.test`] }),
    }),
  }
  const hosts = { unreachable: anyHost(), elsewhere: anyHost() }
  const origins = {
    good: `${peers.good.origin}/${folder}`,
    untrusted: `${peers.untrusted.origin}/${folder}`,
    unreachable: `https://${hosts.unreachable}/${folder}`,
    elsewhere: `https://${hosts.elsewhere}/${folder}`,
  }
  const named = (named: Readonly<Record<string, string>>, of: string): Canary[] =>
    Object.entries(named).map(([name, secret]) => ({ name: `${of} (${name})`, secret }))
  const collected: Collected = {
    forbidden: [
      ...named(secrets, 'the secret'),
      ...named(texts, 'a text'),
      ...named(person, 'a person'),
      ...named(hosts, 'a host'),
      { name: 'the folder of callbacks', secret: folder },
      { name: 'the name in a certificate', secret: certificateName },
      {
        name: 'the password of the database',
        secret: decodeURIComponent(new URL(database.urls.manualGrading).password),
      },
      ...[...keys, lostKey].flatMap(({ id, key }) => [
        { name: `the key ${id}`, secret: key },
        { name: `the key ${id} as text`, secret: key.toString('base64') },
      ]),
    ],
    submitters: [],
    feedback: [],
  }
  const ring = keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',')
  const databaseUrl = wire.through(database.urls.manualGrading)
  const env = {
    ...times,
    DATABASE_URL: databaseUrl,
    UPSTREAM_BASE_URL: upstream.url,
    UPSTREAM_ALLOW_HTTP: '1',
    ROLE: 'all',
    LOG_LEVEL: 'debug',
    MANUAL_GRADING_SECRET: secrets.current,
    MANUAL_GRADING_SECRET_PREVIOUS: secrets.previous,
    CAPABILITY_KEYS: ring,
    CALLBACK_ALLOWED: [origins.good, origins.untrusted, origins.unreachable]
      .map((origin) => `${origin}/submissions/*/grader|127.0.0.1/32`)
      .join(','),
  }
  const envOf: Readonly<Record<GradingMode, Record<string, string>>> = {
    production: { ...env, NODE_ENV: 'production', OPS_PORT: '0' },
    development: { ...env, DELIVERY_REAPER_S: '1', DELIVERY_REGISTRATION_SETTLE_S: '0', FIXTURE_TOOLING: 'enabled' },
  }
  const running: ServiceProcess[] = []
  await query(`SELECT '${servicesBegin}'`)
  return {
    database,
    query,
    wire,
    ledger,
    peers,
    secrets,
    texts,
    person,
    origins,
    ...makers({ collected, origins, keys, lostKey, query, assessments }),
    async start(mode) {
      const started = await startServiceProcess('manual-grading', envOf[mode])
      running.push(started)
      return started
    },
    commandEnv: { DATABASE_URL: database.urls.manualGrading, CAPABILITY_KEYS: ring, DELIVERY_SETTLE_S: '180' },
    canaries: () => collected,
    close: () => closeAll({ running, peers: Object.values(peers), upstream, assessments, owner, wire, database }),
  }
}

interface Making {
  readonly collected: Collected
  readonly origins: GradingCanaryWorld['origins']
  readonly keys: readonly { readonly id: string; readonly key: Buffer }[]
  readonly lostKey: { readonly id: string; readonly key: Buffer }
  readonly query: GradingCanaryWorld['query']
  readonly assessments: Database
}

function makers({
  collected,
  origins,
  keys,
  lostKey,
  query,
  assessments,
}: Making): Pick<GradingCanaryWorld, 'callbackOf' | 'submitters' | 'reseal' | 'complete'> {
  const ofRing = createSealer({ purpose: 'capability', keys })
  const ofNobody = createSealer({ purpose: 'capability', keys: [lostKey] })
  const planted = (kind: keyof Collected, name: string, secret: string): string => {
    collected[kind].push({ name, secret })
    return secret
  }
  return {
    callbackOf: (submissionId, origin = origins.good) =>
      `${origin}/submissions/${submissionId}/grader?token=s${submissionId.toString(16)}.${planted('forbidden', `a token of submission ${submissionId}`, anyHash())}`,
    submitters: () => [1, 2].map(() => Number(planted('submitters', 'a submitter', String(anyUserId())))),
    reseal: async (submissionId, url, key) => {
      const sealer = key === 'lost' ? ofNobody : ofRing
      const [of] = await query<{ courseId: number; exerciseId: number }>(
        'SELECT course_id::int AS "courseId", exercise_id::int AS "exerciseId" FROM capability WHERE submission_id = $1',
        [submissionId],
      )
      if (of === undefined) throw new Error(`submission ${submissionId} has no capability`)
      await query('UPDATE capability SET sealed_url = $2 WHERE submission_id = $1', [
        submissionId,
        sealer.seal(url, capabilityContext({ ...of, submissionId })).sealed,
      ])
    },
    complete: async (submissionId, state = 'pending') => {
      const note = planted('feedback', `feedback of ${submissionId}`, anyText())
      return await assessments.transaction(async (tx) => {
        const result = await insertCompletedResult(tx, {
          submissionId,
          points: '12.5',
          maxPoints: '20',
          feedbackHtml: `<p>${note}</p>`,
          payload: JSON.stringify({ note }),
          createdBy: 101,
        })
        if (result.outcome !== 'inserted') throw new Error(result.outcome)
        const inserted = await insertDelivery(tx, { resultId: result.resultId, state, byUserId: 101 })
        if (inserted.outcome !== 'inserted') throw new Error(inserted.outcome)
        return inserted.deliveryId
      })
    },
  }
}

async function closeAll({
  running,
  peers,
  upstream,
  assessments,
  owner,
  wire,
  database,
}: {
  running: readonly ServiceProcess[]
  peers: readonly Peer[]
  upstream: FakeUpstream
  assessments: Database
  owner: pg.Client
  wire: Wire
  database: PrivateDatabase
}): Promise<void> {
  for (const { signal } of running) signal('SIGKILL')
  await Promise.all(running.map(({ exited }) => exited))
  await Promise.all([...peers.map((peer) => peer.close()), upstream.close(), assessments.end(), owner.end()])
  wire.close()
  await database.remove()
}
