import { startServiceOfTest, tokenOf, type ServiceOfTest } from '@course-grading/test-service'
import { openFrontendInternal } from './app.ts'
import { configSchema } from './config/config.ts'
import { createDeps } from './create-deps.ts'
import type { Deps } from './deps/deps.ts'

export const frontendSecret = 'dev-frontend-secret-0000000000000000'

export interface TestService extends ServiceOfTest<Deps>, FrontendClient {
  /** Rows of a query by the database's owner, who may do what the service's role may not. */
  readonly sql: (parts: readonly string[], ...values: readonly unknown[]) => Promise<Record<string, unknown>[]>
}

/** The service in this process with the demo world, a separate simulator and a client. `limits` replace those of its parts. */
export async function startTestService(
  env: Record<string, string> = {},
  limits: Partial<Pick<Deps, 'archiveSilenceMs' | 'archiveCheckMs' | 'takeStreamSlot'>> = {},
): Promise<TestService> {
  return withClient(
    await startServiceOfTest(
      {
        definition: configSchema,
        role: 'frontendInternal',
        createDeps: async (context) => ({ ...(await createDeps(context)), ...limits }),
        open: openFrontendInternal,
      },
      // Each connection plans every statement again, which took a fifth of the time of these tests.
      { DATABASE_POOL_MAX: '2', ...env },
    ),
  )
}

/** A replica of the service with a separate client; `env` may differ. */
export const startReplica = async (service: TestService, env?: Record<string, string>): Promise<TestService> =>
  withClient(await service.replica(env))

const withClient = (service: ServiceOfTest<Deps>): TestService => ({
  ...service,
  ...frontendClient(service.url),
  sql: ([first = '', ...others], ...values) => {
    const text = first + others.map((part, index) => `$${index + 1}${part}`).join('')
    return service.database.query(text, values)
  },
})

/** The parts of a request that differ from a valid one; null leaves a header out. */
export interface FrontendRequest {
  readonly secret?: string | null
  readonly session?: string | null
  readonly ifMatch?: string | null
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** A request of teacher 101, unless it is of another session. */
export type Sending = Omit<FrontendRequest, 'session'> & { readonly session?: string | null | undefined }

export interface Page<Item> {
  readonly items: Item[]
  readonly nextCursor: string | null
}

interface FrontendClient {
  /** `path` is below the boundary's prefix. */
  readonly request: (method: string, path: string, request?: FrontendRequest) => Promise<Response>
  readonly send: (method: string, path: string, request?: Sending) => Promise<Response>
  /** A read by teacher 101, or in another session. */
  readonly get: (path: string, session?: string) => Promise<Response>
  /** The document that such a read returns. */
  readonly read: <Body>(path: string, session?: string) => Promise<Body>
  /** Reads a list to its end, a page at a time. */
  readonly pages: <Item>(path: string, session?: string) => AsyncGenerator<Item[]>
  /** Signs a person of the demo world in; returns the session id. */
  readonly signIn: (userId: number) => Promise<string>
  /** The session of teacher 101, who signs in once. */
  readonly teacher: () => Promise<string>
}

function frontendClient(url: string): FrontendClient {
  const request: FrontendClient['request'] = (
    method,
    path,
    { secret = frontendSecret, session, ifMatch, body, headers, signal } = {},
  ) =>
    fetch(`${url}/internal/frontend${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(secret !== null && { 'X-Service-Frontend-Secret': secret }),
        ...(typeof session === 'string' && { Authorization: `Bearer ${session}` }),
        ...(typeof ifMatch === 'string' && { 'If-Match': ifMatch }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
      ...(signal && { signal }),
    })
  const signIn: FrontendClient['signIn'] = async (userId) => {
    const reply = await request('POST', '/sessions', { body: { token: tokenOf(userId) } })
    const created = (await reply.json()) as { sessionId?: string; code?: string }
    if (created.sessionId === undefined) throw new Error(`signing in as ${userId} got ${reply.status} ${created.code}`)
    return created.sessionId
  }
  let ofTeacher: Promise<string> | undefined
  const teacher = () => (ofTeacher ??= signIn(101))
  const send: FrontendClient['send'] = async (method, path, { session, ...others } = {}) =>
    request(method, path, { session: session === undefined ? await teacher() : session, ...others })
  const get: FrontendClient['get'] = (path, session) => send('GET', path, { session })
  const read = async <Body>(path: string, session?: string): Promise<Body> => {
    const reply = await get(path, session)
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as Body
  }
  async function* pages<Item>(path: string, session?: string): AsyncGenerator<Item[]> {
    for (let cursor: string | null = ''; cursor !== null;) {
      const { items, nextCursor }: Page<Item> = await read(`${path}${cursor && `&cursor=${cursor}`}`, session)
      yield items
      cursor = nextCursor
    }
  }
  return { request, send, get, read, pages, signIn, teacher }
}
