import type { Load } from '../load.ts'

/** What every call of the boundary sends. */
export const secret = 'bench-frontend-secret-0123456789abcdef'

export const headersOf = (session: string): Record<string, string> => ({
  'X-Service-Frontend-Secret': secret,
  Authorization: `Bearer ${session}`,
})

const prefix = '/internal/frontend'
const pathOf = (path: string): string => `${prefix}${path}`

/** One call outside a measurement. @throws Error if the status is neither 2xx nor 304 */
export async function call(
  origin: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
): Promise<Response> {
  const reply = await fetch(`${origin}${pathOf(path)}`, {
    method,
    headers: {
      'X-Service-Frontend-Secret': secret,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!reply.ok && reply.status !== 304) throw new Error(`${method} ${path} got ${reply.status} ${await reply.text()}`)
  return reply
}

/** Signs somebody in, and returns the session id. */
export async function signIn(origin: string, token: string): Promise<string> {
  const created = (await (await call(origin, 'POST', '/sessions', {}, { token })).json()) as { sessionId: string }
  return created.sessionId
}

/** A load that reads one path, each connection with a session of its own. */
export const readingOf = (path: string, sessions: readonly string[]) => (): Load => ({
  requestsOf: (connection) => [{ method: 'GET', path: pathOf(path), headers: headersOf(sessions[connection]!) }],
})
