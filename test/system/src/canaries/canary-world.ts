import { randomBytes, randomInt } from 'node:crypto'
import { createDatabase } from '@course-grading/data/db/database'
import { completeSubmission } from '@course-grading/data/testing/complete-submission'
import { type FakeUpstream, startFakeUpstream } from '@course-grading/test-fake-upstream'
import { capabilityContext, createSealer } from '@course-grading/sealing'
import { createCertificate } from '@course-grading/test-kit'
import pg from 'pg'
import { createAssessments, type PlacedAssessments } from './canary-assessments.ts'
import type { Canary } from './canary-encodings.ts'
import type { CanaryKind, CanaryRows } from './canary-kinds.ts'
import { plantPeople } from './canary-people.ts'
import { plantWork } from './canary-work.ts'
import { placeRubrics } from './canary-rubrics.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../delivery/database-proxy.ts'
import { createLedger, type Ledger } from '../delivery/ledger.ts'
import { type Peer, startPeer } from '../delivery/peer.ts'
import { type PrivateDatabase, startPrivateDatabase } from '../private-database.ts'
import { type ServiceName, type ServiceProcess, startServiceProcess } from '../service-process.ts'

/** The worker runs in the second mode, since in production it waits for a minute before it sends a grade. */
export const modes = ['production', 'development'] as const
export type Mode = (typeof modes)[number]

/** The three services with their database and platforms. Every secret, person and text in them is a canary. */
export interface CanaryWorld extends CanaryRows {
  readonly database: PrivateDatabase
  readonly proxy: DatabaseProxy
  readonly upstream: FakeUpstream
  /** The requests that the first peer received. */
  readonly ledger: Ledger
  /** Every request that a learning platform received whole, with its body where grades go to. */
  readonly sentUpstream: () => readonly string[]
  /** A learning platform to which grades may be sent, and one whose certificate is not trusted. */
  readonly peers: Readonly<Record<'good' | 'untrusted', Peer>>
  readonly processes: Readonly<Record<Mode, Readonly<Record<ServiceName, ServiceProcess>>>>
  readonly secrets: Readonly<Record<'frontend' | 'grading', Readonly<Record<'current' | 'previous', string>>>>
  readonly tokenOf: (userId: number) => string
  readonly revokedToken: string
  readonly assessments: PlacedAssessments
  readonly canaries: (...kinds: readonly CanaryKind[]) => readonly Canary[]
  /** Records the id of a new session, and the values that are sealed in the database now, as canaries. */
  readonly learnSession: (sessionId: string) => Promise<void>
  /** A registration of the isolated grader with a new URL and new submitters. */
  readonly registrationOf: (submissionId: number, origin?: string) => string
  /** Completes an assessment; returns its delivery. */
  readonly complete: (submissionId: number, state?: 'held' | 'pending') => Promise<string>
  /** The environment of an operator's shell. */
  readonly commandEnv: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

const anyText = (): string => randomBytes(18).toString('base64url')
const digits = (count: number): string => Array.from({ length: count }, () => randomInt(1, 10)).join('')

/**
 * Written into the server's log when the services start. The part before it has the statements that set the passwords of roles.
 */
export const servicesBegin = 'here the services begin'

/** The server logs each statement with all of its parameters. Each entry begins with the process id. */
const serverSettings = {
  log_statement: 'all',
  log_parameter_max_length: '-1',
  log_parameter_max_length_on_error: '-1',
  log_error_verbosity: 'verbose',
  log_line_prefix: '@%p@ ',
}

/** The times of production, so that no limit ends anything on a busy machine. */
const deliveryTimes = {
  CALLBACK_CONNECT_TIMEOUT_MS: '5000',
  CALLBACK_VERIFICATION_TIMEOUT_MS: '60000',
  CALLBACK_HEADERS_TIMEOUT_MS: '60000',
  CALLBACK_TOTAL_TIMEOUT_MS: '70000',
  DELIVERY_LEASE_S: '120',
  DELIVERY_OPEN_LEASE_S: '120',
  DELIVERY_SETTLE_S: '180',
  SHUTDOWN_GRACE_S: '75',
  DELIVERY_CONCURRENCY: '40',
}

export async function startCanaryWorld(): Promise<CanaryWorld> {
  const [database, upstream] = await Promise.all([startPrivateDatabase(serverSettings), startFakeUpstream()])
  await database.migrate()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const query: CanaryWorld['query'] = async (text, values) => (await owner.query(text, values)).rows
  const [graders, grading] = await Promise.all(
    [database.urls.frontendInternal, database.urls.manualGrading].map((url) =>
      createDatabase({ url, applicationName: 'assessments', poolMax: 2 }),
    ),
  )
  const proxy = await startDatabaseProxy(database.ownerUrl)

  const planted: { kind: CanaryKind; canary: Canary }[] = []
  const plantBytes = (kind: CanaryKind, name: string, secret: Uint8Array): void => {
    planted.push({ kind, canary: { name: `${kind}: ${name}`, secret: Uint8Array.from(secret) } })
  }
  const plant = (kind: CanaryKind, name: string, secret = anyText()): string => {
    planted.push({ kind, canary: { name: `${kind}: ${name}`, secret } })
    return secret
  }
  const plantKey = (id: string): { id: string; key: Buffer; text: string } => {
    const key = randomBytes(32)
    plantBytes('secret', `the key ${id}`, key)
    return { id, key, text: `${id}:${plant('secret', `the key ${id} as text`, key.toString('base64'))}` }
  }
  const { stands, tokenOf, revokedToken } = plantPeople(upstream, plant)
  plantWork(upstream, plant)
  for (const [role, url] of Object.entries(database.urls))
    plant('secret', `the password of ${role}`, decodeURIComponent(new URL(url).password))

  const ledger = createLedger()
  const [folder, certificateName] = [plant('secret', 'the folder of callbacks'), plant('foreign', 'the certificate')]
  const received: string[] = []
  const peers = {
    good: await startPeer({ ledger, received }),
    untrusted: await startPeer({
      ledger: createLedger(),
      received,
      certificate: createCertificate({ name: certificateName, names: ['127.0.0.1', `${certificateName}.test`] }),
    }),
  }
  const anyHost = (name: string): string => plant('secret', name, randomBytes(12).toString('hex'))
  const origins = {
    good: `${peers.good.origin}/${folder}`,
    untrusted: `${peers.untrusted.origin}/${folder}`,
    unreachable: `https://${anyHost('an unreachable host')}.invalid/${folder}`,
    elsewhere: `https://${anyHost('a host that is not allowed')}.invalid/${folder}`,
  }
  stands.set('https://plus.example.org/api/v2', origins.good)
  for (const [ofExample, id] of await placeRubrics(database.urls.frontendInternal, 11, plant)) stands.set(ofExample, id)
  stands.set('0'.repeat(32), plant('secret', 'the token of the example', randomBytes(16).toString('hex')))

  const secretOf = (of: string): string => plant('secret', `the secret of ${of}`, anyText() + anyText())
  const pairOf = (of: string) => ({ current: secretOf(of), previous: secretOf(`${of} that was before`) })
  const secrets = { frontend: pairOf('the frontend'), grading: pairOf('the grader') }
  const [sessionKey, ring, lost] = [plantKey('s-1'), [plantKey('k-1'), plantKey('k-2')], plantKey('lost')]
  const throughProxy = (url: string): string =>
    Object.assign(new URL(url), { host: new URL(proxy.url).host, pathname: new URL(database.ownerUrl).pathname }).href
  const capabilityKeys = ring.map(({ text }) => text).join(',')
  const common = { UPSTREAM_BASE_URL: upstream.url, UPSTREAM_ALLOW_HTTP: '1', LOG_LEVEL: 'debug' }
  const envOf = {
    'public-api': {
      DATABASE_URL: throughProxy(database.urls.publicApi),
      TOKEN_CACHE_TTL_S: '0',
      REFUSED_TOKENS_PER_MINUTE: '1000000',
    },
    'frontend-internal': {
      DATABASE_URL: throughProxy(database.urls.frontendInternal),
      SESSION_KEYS: sessionKey.text,
      FRONTEND_SECRET: secrets.frontend.current,
      FRONTEND_SECRET_PREVIOUS: secrets.frontend.previous,
    },
    'manual-grading': {
      ...deliveryTimes,
      DATABASE_URL: throughProxy(database.urls.manualGrading),
      MANUAL_GRADING_SECRET: secrets.grading.current,
      MANUAL_GRADING_SECRET_PREVIOUS: secrets.grading.previous,
      CAPABILITY_KEYS: capabilityKeys,
      CALLBACK_ALLOWED: [origins.good, origins.untrusted, origins.unreachable]
        .map((origin) => `${origin}/submissions/*/grader|127.0.0.1/32`)
        .join(','),
    },
  } as const satisfies Record<ServiceName, object>
  await query(`SELECT '${servicesBegin}'`)
  const running: ServiceProcess[] = []
  const startAll = async (own: Record<string, string>): Promise<CanaryWorld['processes'][Mode]> => {
    const started = await Promise.all(
      (Object.keys(envOf) as ServiceName[]).map(
        async (name) => [name, await startServiceProcess(name, { ...common, ...envOf[name], ...own })] as const,
      ),
    )
    running.push(...started.map(([, process]) => process))
    return Object.fromEntries(started) as CanaryWorld['processes'][Mode]
  }
  const processes = {
    production: await startAll({ NODE_ENV: 'production', OPS_PORT: '0', TRUSTED_PROXY_HOPS: '0', ROLE: 'api' }),
    development: await startAll({ FIXTURE_TOOLING: 'enabled', DELIVERY_REGISTRATION_SETTLE_S: '0' }),
  }
  const callbackOf: CanaryWorld['callbackOf'] = (submissionId, origin = origins.good) =>
    `${origin}/submissions/${submissionId}/grader?token=s${submissionId.toString(16)}.${plant('secret', `a token of submission ${submissionId}`, randomBytes(16).toString('hex'))}`
  const translate: CanaryWorld['translate'] = (example) =>
    [...stands].reduce(
      (text, [old, own]) => text.replaceAll(new RegExp(`(?<!\\w)${RegExp.escape(old)}(?!\\w)`, 'gi'), () => own),
      example,
    )
  const standFor: CanaryWorld['standFor'] = (ofExample, own) => void stands.set(ofExample, own)
  const newSubmitter = (): number => Number(plant('submitter', 'an id', digits(15)))
  const reseal: CanaryWorld['reseal'] = async (submissionId, url, key) => {
    const sealer = createSealer({ purpose: 'capability', keys: key === 'lost' ? [lost] : ring })
    const { sealed } = sealer.seal(url, capabilityContext({ courseId: 11, exerciseId: 1103, submissionId }))
    await query('UPDATE capability SET sealed_url = $2 WHERE submission_id = $1', [submissionId, sealed])
  }
  const judged = { query, plant, standFor, translate, callbackOf, reseal, origins, newSubmitter }
  return {
    database,
    proxy,
    upstream,
    ledger,
    peers,
    origins,
    processes,
    secrets,
    tokenOf,
    revokedToken,
    plant,
    query,
    callbackOf,
    translate,
    standFor,
    newSubmitter,
    reseal,
    assessments: createAssessments(judged, grading!),
    sentUpstream: () => [...received, ...upstream.journal.entries.map((entry) => JSON.stringify(entry))],
    canaries: (...kinds) => planted.filter(({ kind }) => kinds.includes(kind)).map(({ canary }) => canary),
    async learnSession(sessionId) {
      plant('secret', 'the id of a session', sessionId)
      plantBytes('secret', 'the bytes of a session id', Buffer.from(sessionId.slice('cgs_'.length), 'base64url'))
      const rows = await query<{ sealed: Buffer }>('SELECT sealed_token AS sealed FROM session')
      for (const { sealed } of rows) plantBytes('sealed', 'a token', sealed)
    },
    registrationOf: (submissionId, origin) =>
      JSON.stringify({
        courseId: 11,
        exerciseId: 1103,
        submissionId,
        callbackUrl: callbackOf(submissionId, origin),
        maxPoints: 20,
        submitterIds: [newSubmitter(), newSubmitter()],
        submittedAt: '2026-11-01T10:00:00Z',
        language: 'en',
        attempt: 1,
      }),
    complete: (submissionId, state = 'pending') => {
      const note = plant('feedback', `to ${submissionId}`)
      return completeSubmission(graders!, {
        submissionId,
        points: '12.5',
        maxPoints: '20',
        feedbackHtml: `<p>${note}</p>`,
        payload: JSON.stringify({ note }),
        graderId: 101,
        state,
      })
    },
    commandEnv: {
      DATABASE_URL: database.urls.manualGrading,
      CAPABILITY_KEYS: capabilityKeys,
      DELIVERY_SETTLE_S: '180',
    },
    async close() {
      for (const { signal } of running) signal('SIGKILL')
      await Promise.all(running.map(({ exited }) => exited))
      await Promise.all([
        peers.good.close(),
        peers.untrusted.close(),
        upstream.close(),
        graders!.end(),
        grading!.end(),
        owner.end(),
        proxy.close(),
      ])
      await database.remove()
    },
  }
}
