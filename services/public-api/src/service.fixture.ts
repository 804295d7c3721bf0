import { createLogger, createMetrics, readConfig, startService } from '@course-grading/http-kit'
import { type FakeUpstream, startFakeUpstream } from '@course-grading/fake-upstream'
import { createTestDatabase, type TestDatabase } from '@course-grading/test-database'
import { seedDemoWorld } from '@course-grading/test-kit'
import { createPublicApi } from './app.ts'
import { configSchema } from './config.ts'
import { createDeps, type Deps } from './deps.ts'

export interface TestService {
  /** Origin of the running service. */
  readonly url: string
  readonly upstream: FakeUpstream
  readonly database: TestDatabase
  readonly deps: Deps
  /** Every log line so far. */
  readonly logLines: string[]
  readonly stop: () => Promise<void>
}

/** The service in this process over real sockets: a database of its own with the demo world, and a simulator of its own. */
export async function startTestService(env: Record<string, string> = {}): Promise<TestService> {
  const [upstream, database] = await Promise.all([startFakeUpstream(), createTestDatabase()])
  await seedDemoWorld(database.ownerUrl)
  const read = readConfig(configSchema, {
    PORT: '0', DATABASE_URL: database.urls.publicApi, UPSTREAM_BASE_URL: upstream.url, SHUTDOWN_GRACE_S: '7', ...env,
  })
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const { config } = read
  const logLines: string[] = []
  const logger = createLogger({ service: 'public-api', version: 'test', level: 'debug', stream: { write: (line) => void logLines.push(line) } })
  const metrics = createMetrics()
  const equipment = { config, logger, metrics }
  const deps = await createDeps(equipment)
  const running = await startService({
    service: 'public-api', version: 'test', logger, metrics, config,
    open: async () => ({
      listener: createPublicApi(deps, equipment),
      check: () => deps.database.check(),
      close: () => deps.close(),
    }),
  })
  await running.opened
  return {
    url: `http://127.0.0.1:${running.port}`,
    upstream, database, deps, logLines,
    stop: async () => {
      await running.stop({ acceptMs: 0 })
      await upstream.close()
      await database.drop()
    },
  }
}

/** Token of a user of the demo world: the id as four hexadecimal digits, ten times. */
export const tokenOf = (userId: number): string => userId.toString(16).padStart(4, '0').repeat(10)

export const teacher = tokenOf(101)

export interface SettingsRequest {
  readonly courseId?: number | string
  readonly token?: string | null
  readonly ifMatch?: string | null
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** GET and PUT of course settings, with everything as it should be unless told otherwise. */
export function settingsClient({ url }: { url: string }) {
  const address = (courseId: number | string = 11): string => `${url}/api/v1/courses/${courseId}/settings`
  const authorization = (token: string | null = teacher): Record<string, string> => (token === null ? {} : { Authorization: `Token ${token}` })
  return {
    get: ({ courseId, token, headers }: SettingsRequest = {}): Promise<Response> =>
      fetch(address(courseId), { headers: { ...authorization(token), ...headers } }),
    put: ({ courseId, token, ifMatch = '"1"', body, headers }: SettingsRequest): Promise<Response> =>
      fetch(address(courseId), {
        method: 'PUT',
        headers: {
          ...authorization(token), 'Content-Type': 'application/json', ...(ifMatch === null ? {} : { 'If-Match': ifMatch }), ...headers,
        },
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
  }
}
