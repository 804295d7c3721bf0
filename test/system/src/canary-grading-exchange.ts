import { manualGrading, type Operation } from '@course-grading/contracts'
import { expect } from 'vitest'
import { exchangeBytes, rawRequest, statusOf } from './canary-exchange.ts'
import type { GradingCanaryWorld } from './canary-grading-world.ts'
import { type ServiceProcess, waitFor } from './service-process.ts'

export type GradingOperation = keyof typeof manualGrading.operations
export const gradingOperations = Object.keys(manualGrading.operations) as GradingOperation[]
export const operationOf = (id: GradingOperation): Operation => manualGrading.operations[id]

/** The defaults make a valid request. Null leaves a secret out. */
export interface GraderSending {
  readonly secret?: string | null
  /** Values for `{…}` in the path. Default: exercise 1103. */
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: string
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: unknown
  readonly type?: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
}

export interface GraderReply {
  /** The operation's id, or `none` for a request of no operation. */
  readonly operation: GradingOperation | 'none'
  readonly status: number
  /** Status line, headers and body. */
  readonly text: string
}

/** Sends a request of an operation, and expects one of the statuses. */
export type AskAsGrader = (
  operation: GradingOperation,
  statuses: readonly number[],
  sending?: GraderSending,
) => Promise<GraderReply>

/** Long enough for a slow machine. */
export const patienceMs = 300_000

const defaults: Readonly<Record<string, string | number>> = { exerciseId: 1103, submissionId: 1 }
const exerciseQuery = '?courseId=11&exerciseId=1103'

export function createAskAsGrader(
  { secrets }: GradingCanaryWorld,
  process: ServiceProcess,
  answers: GraderReply[],
): AskAsGrader {
  return async (
    id,
    statuses,
    { secret = secrets.current, params, query, body, type = 'application/json', headers = [] } = {},
  ) => {
    const { method, path, query: known } = operationOf(id)
    const own = { ...defaults, ...params }
    const request = rawRequest({
      method: method.toUpperCase(),
      target:
        manualGrading.prefix +
        path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(own[name])) +
        (query ?? (known?.required?.includes('courseId') ? exerciseQuery : '')),
      headers: [
        ...(secret === null ? [] : [['X-Service-Manual-Grading-Secret', secret] as const]),
        ...(body === undefined ? [] : [['Content-Type', type] as const]),
        ...headers,
      ],
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const what = `${id} ${JSON.stringify({ params, query, body: String(body).slice(0, 80), headers })}`
    const text = await takeReply(process, request, { what, statuses })
    const answer = { operation: id, status: statusOf(text), text }
    answers.push(answer)
    expect(statuses, `${what}\n${text.slice(0, 2000)}`).toContain(answer.status)
    return answer
  }
}

/** Repeats a request that was rejected because the event loop of the process was late, as may happen on a slow machine. */
export const takeReply = (
  process: ServiceProcess,
  request: Uint8Array,
  { what, statuses }: { what: string; statuses: readonly number[] },
): Promise<string> =>
  waitFor(`a reply to ${what}`, patienceMs, async () => {
    const received = await exchangeBytes(process.port, request)
    return statusOf(received) === 503 && !statuses.includes(503) ? undefined : received
  })

/** The grader's registration of a submission, with a new URL each time. */
export const registrationOf = (
  { callbackOf, submitters }: GradingCanaryWorld,
  submissionId: number,
  change: object = {},
): Record<string, unknown> => ({
  courseId: 11,
  exerciseId: 1103,
  submissionId,
  callbackUrl: callbackOf(submissionId),
  maxPoints: 20,
  submitterIds: submitters(),
  submittedAt: '2026-11-01T10:00:00Z',
  language: 'en',
  attempt: 1,
  ...change,
})
