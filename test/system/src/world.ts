import { setTimeout } from 'node:timers/promises'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { type FakeUpstream, startFakeUpstream } from '@course-grading/test-fake-upstream'
import { createTestDatabase, type TestDatabase } from '@course-grading/test-database'
import { seedDemoWorld } from '@course-grading/test-kit'
import pg from 'pg'
import { type ProgramName, type ServiceProcess, startServiceProcess } from './service-process.ts'

/** A simulator and a database with the demo world, and service processes on them. */
export interface SystemWorld {
  readonly upstream: FakeUpstream
  readonly database: TestDatabase
  /** Queries the database as its owner. */
  readonly query: <Row extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: unknown[],
  ) => Promise<pg.QueryResult<Row>>
  readonly start: (service: ProgramName, env?: Record<string, string | undefined>) => Promise<ServiceProcess>
  readonly stop: () => Promise<void>
}

/** SHUTDOWN_GRACE_S is short, so that a suite ends quickly. A test about shutdown sets its own. */
export async function startWorld(): Promise<SystemWorld> {
  const [upstream, database] = await Promise.all([startFakeUpstream(), createTestDatabase(seedDemoWorld)])
  const urls = {
    'public-api': database.urls.publicApi,
    'frontend-internal': database.urls.frontendInternal,
    'manual-grading': database.urls.manualGrading,
    web: undefined,
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

/** The token of a user of the demo world: the id as four hexadecimal digits, ten times. */
export const tokenOf = (userId: number): string => userId.toString(16).padStart(4, '0').repeat(10)

interface Sending {
  readonly token?: string
  readonly courseId?: number
  readonly ifMatch?: string
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Record<string, string>
}

/**
 * On a slow machine a service may reject a request because its event loop is late, before it reads anything. Such a request is repeated a
 * second later, as `Retry-After` says. Tests about overload do not use this function.
 */
export async function patiently(send: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await send()
    if (reply.status !== 503 || reply.headers.get('retry-after') !== '1' || attempt === 30) return reply
    await reply.arrayBuffer()
    await setTimeout(1000)
  }
}

/**
 * Writes the settings of a course at one process. The defaults are those of a teacher of the demo course. The request is sent once, so that
 * the caller sees every rejection. It is for callers that send one request at a time, which never overloads a machine.
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

/** The settings of a course. */
export const settingsOf = async (process: { url: string }, sending?: Sending): Promise<CourseSettings> =>
  (await (await readSettings(process, sending)).json()) as CourseSettings

/** The same for many callers at a time: repeated when the service is overloaded. */
export const readSettings = (process: { url: string }, sending: Sending = {}): Promise<Response> =>
  patiently(() => readSettingsOnce(process, sending))
export const writeSettings = (process: { url: string }, sending: Sending): Promise<Response> =>
  patiently(() => writeSettingsOnce(process, sending))
