import { frontendInternal, type Operation } from '@course-grading/contracts'
import { expect } from 'vitest'
import { exchangeBytes, rawRequest, statusOf } from './canary-exchange.ts'
import type { FrontendCanaryWorld } from './canary-frontend-world.ts'
import { patienceMs, type ServiceProcess, waitFor } from './service-process.ts'

export type OperationId = keyof typeof frontendInternal.operations
export const operationIds = Object.keys(frontendInternal.operations) as OperationId[]
export const operationOf = (id: OperationId): Operation => frontendInternal.operations[id]

/** The defaults make a valid request. Null leaves a credential out. */
export interface CanarySending {
  readonly session?: string | null
  readonly secret?: string | null
  /** Values for `{…}` in the path. Defaults: course 11 and student 201. */
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: string
  readonly ifMatch?: string
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: unknown
  readonly type?: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
}

export interface CanaryReply {
  readonly operation: OperationId
  readonly status: number
  /** Status line, header and body. */
  readonly text: string
}

/** Sends a request of an operation, and expects one of the statuses. */
export type Ask = (operation: OperationId, statuses: readonly number[], sending?: CanarySending) => Promise<CanaryReply>

const defaults: Readonly<Record<string, string | number>> = {
  courseId: 11,
  userId: 201,
  revision: 1,
  slug: 'programming-1',
}

export function createAsk(
  { secrets, learnSession }: FrontendCanaryWorld,
  process: ServiceProcess,
  answers: CanaryReply[],
): Ask {
  return async (
    id,
    statuses,
    { session, secret = secrets.current, params, query = '', ifMatch, body, type, headers = [] } = {},
  ) => {
    const { method, path, csvBody } = operationOf(id)
    const own = { ...defaults, ...params }
    const request = rawRequest({
      method: method.toUpperCase(),
      target: frontendInternal.prefix + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(own[name])) + query,
      headers: [
        ...(secret === null ? [] : [['X-Service-Frontend-Secret', secret] as const]),
        ...(session === null || session === undefined ? [] : [['Authorization', `Bearer ${session}`] as const]),
        ...(ifMatch === undefined ? [] : [['If-Match', ifMatch] as const]),
        ...(body === undefined ? [] : [['Content-Type', type ?? (csvBody ? 'text/csv' : 'application/json')] as const]),
        ...headers,
      ],
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const what = `${id} ${JSON.stringify({ params, query, body: String(body).slice(0, 80), headers })}`
    // Repeated if the process rejected it because its event loop was late, as may happen on a slow machine.
    const text = await waitFor(`a reply to ${what}`, patienceMs, async () => {
      const received = await exchangeBytes(process.port, request)
      return statusOf(received) === 503 && !statuses.includes(503) ? undefined : received
    })
    const answer = { operation: id, status: statusOf(text), text }
    answers.push(answer)
    expect(statuses, `${what}\n${text.slice(0, 2000)}`).toContain(answer.status)
    const sessionId = /"sessionId":"([^"]+)"/.exec(text)?.[1]
    if (sessionId !== undefined) await learnSession(sessionId)
    return answer
  }
}

/** The id that createSession returned. */
export const sessionIdIn = ({ text }: CanaryReply): string => /"sessionId":"([^"]+)"/.exec(text)?.[1] ?? ''
export const etagIn = ({ text }: CanaryReply): string => /^etag: (.*)$/im.exec(text)?.[1]?.trim() ?? ''
export const bodyIn = ({ text }: CanaryReply): string => text.slice(text.indexOf('\r\n\r\n') + 4)
