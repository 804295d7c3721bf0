import { startServiceOfTest, tokenOf, type ServiceOfTest } from '@course-grading/test-service'
import { afterAll } from 'vitest'
import { createPublicApi } from './app.ts'
import { configSchema } from './config/config.ts'
import { createDeps } from './create-deps.ts'
import type { Deps } from './deps/deps.ts'

export type TestService = ServiceOfTest<Deps>

/** The service in this process over real sockets, with a separate database with the demo world and a separate simulator. */
export const startTestService = (env: Record<string, string> = {}): Promise<TestService> =>
  startServiceOfTest(
    {
      definition: configSchema,
      role: 'publicApi',
      createDeps,
      open: (deps, context) => ({
        listener: createPublicApi(deps, context),
        readiness: deps.database,
        close: () => deps.close(),
      }),
    },
    env,
  )

/** The same for a test file, with whose tests it ends. */
export async function openService(env?: Record<string, string>): Promise<TestService> {
  const service = await startTestService(env)
  afterAll(() => service.stop())
  return service
}

export const teacher = tokenOf(101)

/** Starts services after each other over one database and one simulator, which each of them finds as the first one did. */
export async function openServices(): Promise<(env?: Record<string, string>) => Promise<TestService>> {
  const { upstream, database, replica } = await openService()
  const { faults, journal, world } = upstream
  await database.query('CREATE TABLE first_settings AS SELECT course_id, revision, document FROM course_settings')
  return async (env) => {
    faults.clear()
    journal.clear()
    world.features.roleCourseLists = true
    world.addUser({ ...world.user(101), token: teacher })
    world.setRole(11, 101, 'teacher')
    await database.query('DELETE FROM known_api_token')
    await database.query('DELETE FROM course_settings_revision WHERE revision > 1')
    await database.query(`UPDATE course_settings SET revision = first_settings.revision, document = first_settings.document
      FROM first_settings WHERE first_settings.course_id = course_settings.course_id`)
    return await replica(env)
  }
}

export interface SettingsRequest {
  /** Replaces the operation's own method. */
  readonly method?: string
  readonly courseId?: number | string
  /** A text after the operation's path. */
  readonly suffix?: string
  readonly token?: string | null
  readonly ifMatch?: string | null
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** Functions for valid GET and PUT requests of course settings, parts of which a test may replace. */
export function settingsClient({ url }: { url: string }) {
  const address = ({ courseId = 11, suffix = '' }: SettingsRequest): string =>
    `${url}/api/v1/courses/${courseId}/settings${suffix}`
  const authorization = (token: string | null = teacher): Record<string, string> =>
    token === null ? {} : { Authorization: `Token ${token}` }
  return {
    get: ({ method = 'GET', token, headers, ...where }: SettingsRequest = {}): Promise<Response> =>
      fetch(address(where), { method, headers: { ...authorization(token), ...headers } }),
    put: ({ method = 'PUT', token, ifMatch = '"1"', body, headers, ...where }: SettingsRequest): Promise<Response> =>
      fetch(address(where), {
        method,
        headers: {
          ...authorization(token),
          'Content-Type': 'application/json',
          ...(ifMatch === null ? {} : { 'If-Match': ifMatch }),
          ...headers,
        },
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
  }
}
