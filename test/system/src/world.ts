import { setTimeout } from 'node:timers/promises'
import { type FakeUpstream, startFakeUpstream } from '@course-grading/fake-upstream'
import { createTestDatabase, type TestDatabase } from '@course-grading/test-database'
import { seedDemoWorld } from '@course-grading/test-kit'
import pg from 'pg'
import { type ServiceName, type ServiceProcess, startServiceProcess } from './service-process.ts'

/** A simulator and a database with the demo world, and service processes on them. */
export interface SystemWorld {
  readonly upstream: FakeUpstream
  readonly database: TestDatabase
  /** Asks the database as its owner. */
  readonly query: <Row extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: unknown[],
  ) => Promise<pg.QueryResult<Row>>
  readonly start: (service: ServiceName, env?: Record<string, string | undefined>) => Promise<ServiceProcess>
  readonly stop: () => Promise<void>
}

/** SHUTDOWN_GRACE_S is short here, so that a suite ends quickly; a test about shutdown says its own. */
export async function startWorld(): Promise<SystemWorld> {
  const [upstream, database] = await Promise.all([startFakeUpstream(), createTestDatabase()])
  await seedDemoWorld(database.ownerUrl)
  const urls = {
    'public-api': database.urls.publicApi,
    'frontend-internal': database.urls.frontendInternal,
    'manual-grading': database.urls.manualGrading,
  }
  const processes: ServiceProcess[] = []
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  return {
    upstream,
    database,
    query: (text, values) => owner.query(text, values),
    async start(service, env = {}) {
      const started = await startServiceProcess(service, {
        DATABASE_URL: urls[service],
        UPSTREAM_BASE_URL: upstream.url,
        ...env,
      })
      processes.push(started)
      return started
    },
    async stop() {
      await Promise.all(processes.map((process) => process.stop()))
      await Promise.all([upstream.close(), owner.end()])
      await database.drop()
    },
  }
}

/** Token of a user of the demo world: the id as four hexadecimal digits, ten times. */
export const tokenOf = (userId: number): string => userId.toString(16).padStart(4, '0').repeat(10)

export interface Sending {
  readonly token?: string
  readonly courseId?: number
  readonly ifMatch?: string
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Record<string, string>
}

/**
 * On a starved machine a service may find its own event loop late and refuse, before it reads anything: such a request is
 * sent again a second later, as `Retry-After` says. Tests about overload send their requests by themselves.
 */
export async function patiently(send: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send()
    if (answer.status !== 503 || answer.headers.get('retry-after') !== '1' || attempt === 30) return answer
    await answer.arrayBuffer()
    await setTimeout(1000)
  }
}

/**
 * Settings of a course at one process: everything as a teacher of the demo course would send it unless told otherwise. Sent once,
 * so that the caller sees every refusal: for whoever sends one request at a time, which no machine is too slow for.
 */
export const readSettingsOnce = (
  { url }: { url: string },
  { token = tokenOf(101), courseId = 11, headers }: Sending = {},
): Promise<Response> =>
  fetch(`${url}/api/v1/courses/${courseId}/settings`, { headers: { Authorization: `Token ${token}`, ...headers } })

export const writeSettingsOnce = (
  { url }: { url: string },
  { token = tokenOf(101), courseId = 11, ifMatch = '"1"', body, headers }: Sending,
): Promise<Response> =>
  fetch(`${url}/api/v1/courses/${courseId}/settings`, {
    method: 'PUT',
    body: body ?? null,
    headers: { Authorization: `Token ${token}`, 'Content-Type': 'application/json', 'If-Match': ifMatch, ...headers },
  })

/** The same for those who come by many at a time. */
export const readSettings = (process: { url: string }, sending: Sending = {}): Promise<Response> =>
  patiently(() => readSettingsOnce(process, sending))
export const writeSettings = (process: { url: string }, sending: Sending): Promise<Response> =>
  patiently(() => writeSettingsOnce(process, sending))
