import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { manualGrading, type Operation } from '@course-grading/contracts'
import { expect } from 'vitest'
import { graderSecret, type GraderRequest, type TestService } from './service.fixture.ts'

export type OperationName = keyof typeof manualGrading.operations
export type NamedOperation = readonly [name: OperationName, operation: Operation]

export const operations = Object.entries(manualGrading.operations) as readonly (readonly [
  string,
  Operation,
])[] as readonly NamedOperation[]
export const writes = operations.filter(([, { method }]) => method !== 'get')

/** Of the demo world. */
const placeholders: Readonly<Record<string, string>> = { submissionId: '3001', exerciseId: '1103' }

/** The operation's path below the prefix. */
export const pathOf = ({ path }: Operation, values: Readonly<Record<string, string>> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? placeholders[name] ?? '')

/** What the operation's query must have, with its question mark. */
export const queryOf = ({ query }: Operation): string =>
  query?.required?.includes('courseId') ? '?courseId=11&exerciseId=1103' : ''

export interface OperationRequest extends GraderRequest {
  readonly params?: Readonly<Record<string, string>>
  /** With its question mark. */
  readonly query?: string
}

/** Asks for the operation, with everything as it should be unless told otherwise. */
export function ask(
  service: TestService,
  [, operation]: NamedOperation,
  request: OperationRequest = {},
): Promise<Response> {
  const { params, query = queryOf(operation), ...rest } = request
  return service.request(operation.method.toUpperCase(), `${pathOf(operation, params)}${query}`, {
    ...(operation.body && { body: service.registrationOf(3001) }),
    ...rest,
  })
}

export interface ErrorBody {
  readonly code?: string
  readonly requestId?: string
  readonly fieldErrors?: readonly { readonly path: string; readonly code: string; readonly message: string }[]
}

/** Status, code, and `path code` of the first field error. */
export async function verdictOf(answer: Response): Promise<unknown[]> {
  const { code, requestId, fieldErrors = [] } = (await answer.json()) as ErrorBody
  expect(requestId).toBe(answer.headers.get('x-request-id'))
  return [answer.status, code, ...fieldErrors.slice(0, 1).map((issue) => `${issue.path} ${issue.code}`)]
}

export interface RawReply {
  readonly status: number | undefined
  readonly headers: NodeJS.Dict<string | string[]>
  readonly text: string
}

/** A request that `fetch` would not send: header lines that stand twice, or a body with GET. */
export async function sendRaw(
  service: TestService,
  method: string,
  path: string,
  { headers = {}, body }: { readonly headers?: OutgoingHttpHeaders; readonly body?: string } = {},
): Promise<RawReply> {
  const { promise, resolve, reject } = Promise.withResolvers<RawReply>()
  const sending = httpRequest(
    `${service.url}${manualGrading.prefix}${path}`,
    {
      method,
      agent: false,
      headers: {
        'X-Service-Manual-Grading-Secret': graderSecret,
        ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
        ...headers,
      },
    },
    (answer) => {
      const { date: _, ...rest } = answer.headers
      buffer(answer).then(
        (bytes) => resolve({ status: answer.statusCode, headers: rest, text: bytes.toString() }),
        reject,
      )
    },
  )
  sending.on('error', reject)
  sending.end(body)
  return await promise
}
