import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeTempDataDir, startPostgres } from '@course-grading/test-embedded-postgres'
import { createSealer } from '@course-grading/sealing'
import { cloneTemplate, startTestCluster } from '@course-grading/test-database'
import { createCertificate, seedDemoWorld } from '@course-grading/test-kit'
import { Client } from 'pg'
import type { BenchOptions } from '../benchmark.ts'
import { cpuSecondsOfFamily, type MeasuredProcess, startMeasured } from '../measured-process.ts'
import { runDeliveryContests, type Sender, type Work } from './run-delivery-contests.ts'
import { callHttpLoop, untilWorkerIsDone, workerRoundTrips } from './senders.ts'
import { deliveryReport, type DeliveryRound, httpAlone, summariseDeliveries } from './summarise-deliveries.ts'
import { writePending } from './write-deliveries.ts'

const about = [
  'The delivery worker (`ROLE=worker`, 8 at once) is compared with a loop that only speaks the same HTTP to the same peer, with as many',
  'deliveries in flight: verification, POST of 1.5 KB of feedback, verification, each on a connection of its own; without database, seal,',
  'check, log or metric. The peer is plain node:http in a process of its own, and replies at once. Its clock runs from the first request',
  'to the last verification. PostgreSQL is durable, as in production. The sender has the first core; peer and PostgreSQL share the second,',
  "so where their CPU times together exceed the sender's, the measurement is of them. A worker sends at most 4 at once to one origin, so",
  '8 in flight have 4 origins. Everything is https, as in production: a connection has its handshake, which no TLS session shortens on',
  'either side. The worker should reach half of the loop.',
]

const basePort = 18_350
const [workerPort, operationsPort, loopPort, peerPort] = [basePort, basePort + 1, basePort + 2, basePort + 3]
const securePorts = [8, 9, 10, 11].map((offset) => basePort + offset)
const secure = securePorts.map((port) => `https://127.0.0.1:${port}`)
const works: readonly Work[] = [
  { name: 'https, 8 in flight', inFlight: 8, origins: secure },
  { name: 'https, one origin, 4 in flight', inFlight: 4, origins: secure.slice(0, 1) },
]
const key = { id: 'bench', key: randomBytes(32) }

/** Measures deliveries a second of the worker and of HTTP alone, and returns the report. */
export async function benchDelivery(options: BenchOptions, command: string): Promise<string> {
  options.say('Preparing the database and the processes …')
  const postgres = await startPostgres({ dataDir: makeTempDataDir(), ephemeral: true })
  const cluster = await startTestCluster(postgres.url)
  try {
    const database = await cloneTemplate(cluster)
    await seedDemoWorld(database.ownerUrl)
    const rounds = await measureSenders(
      {
        ownerUrl: database.ownerUrl,
        workerUrl: database.urls.manualGrading,
        postgresCpuSeconds: () => cpuSecondsOfFamily(postgres.pid),
      },
      options,
    )
    return deliveryReport(command, about, summariseDeliveries(rounds))
  } finally {
    await cluster.stop()
    await postgres.stop()
  }
}

interface Measuring {
  readonly ownerUrl: string
  readonly workerUrl: string
  readonly postgresCpuSeconds: () => number
}

async function measureSenders(
  { ownerUrl, workerUrl, postgresCpuSeconds }: Measuring,
  options: BenchOptions,
): Promise<DeliveryRound[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-delivery-'))
  const owner = new Client({ connectionString: ownerUrl })
  const processes: MeasuredProcess[] = []
  try {
    await owner.connect()
    const { peer, loop, worker } = await startProcesses(workerUrl, folder, processes)
    const sealer = createSealer({ purpose: 'capability', keys: [key] })
    const senders: Sender[] = [
      {
        name: httpAlone,
        process: loop,
        prepare: async () => {},
        send: (batch) => callHttpLoop(loop, batch),
        untilDone: async () => {},
      },
      {
        name: 'worker',
        process: worker,
        // The worker also polls now and then, so the hold keeps deliveries back until the clock may run.
        prepare: async ({ work: { origins }, first, count }) => {
          await owner.query(`UPDATE delivery_control SET hold = TRUE, hold_reason = 'not prepared yet'`)
          await writePending(owner, { sealer, origins, first, count })
        },
        send: async () => {
          await owner.query('UPDATE delivery_control SET hold = FALSE, hold_reason = NULL')
          await owner.query('NOTIFY delivery_pending')
        },
        untilDone: (batch) => untilWorkerIsDone(owner, batch),
        countRoundTrips: (round) => workerRoundTrips(`http://127.0.0.1:${operationsPort}`, round),
      },
    ]
    return await runDeliveryContests({ works, senders, peer, postgresCpuSeconds }, options)
  } finally {
    await Promise.all([owner.end(), ...processes.map((each) => each.stop())])
    rmSync(folder, { recursive: true })
  }
}

/** Starts the processes, and adds each to `processes` so that the caller stops it. */
async function startProcesses(
  databaseUrl: string,
  folder: string,
  processes: MeasuredProcess[],
): Promise<Record<'peer' | 'loop' | 'worker', MeasuredProcess>> {
  const start = async (...given: Parameters<typeof startMeasured>): Promise<MeasuredProcess> => {
    const started = await startMeasured(...given)
    processes.push(started)
    return started
  }
  const authority = createCertificate({ name: 'Authority of the benchmark' })
  const { cert, key: certificateKey } = createCertificate({ name: 'peer', issuer: authority, names: ['127.0.0.1'] })
  const authorityFile = join(folder, 'authority.pem')
  writeFileSync(authorityFile, authority.cert)
  return {
    peer: await start(
      'delivery-peer',
      join(import.meta.dirname, 'peer.ts'),
      peerPort,
      {
        HTTPS_PORTS: securePorts.join(','),
        CERTIFICATE: cert,
        CERTIFICATE_KEY: certificateKey,
      },
      1,
    ),
    loop: await start('delivery-http-loop', join(import.meta.dirname, 'http-loop.ts'), loopPort, {
      NODE_EXTRA_CA_CERTS: authorityFile,
    }),
    worker: await start(
      'delivery-worker',
      join(import.meta.dirname, '../../../../services/manual-grading/src/main.ts'),
      workerPort,
      {
        // Production would not trust the benchmark's own certificate authority.
        NODE_ENV: 'development',
        NODE_EXTRA_CA_CERTS: authorityFile,
        OPS_PORT: String(operationsPort),
        ROLE: 'worker',
        DELIVERY_CONCURRENCY: '8',
        DATABASE_URL: databaseUrl,
        CAPABILITY_KEYS: `${key.id}:${key.key.toString('base64')}`,
        CALLBACK_ALLOWED: secure.map((origin) => `${origin}/submissions/*/grader|127.0.0.1/32`).join(','),
      },
    ),
  }
}
