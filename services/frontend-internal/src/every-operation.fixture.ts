import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { isRightOfService, type Operation } from '@course-grading/contracts/operation/operation'
import { frontendSecret, type FrontendRequest, type TestService } from './service.fixture.ts'

export type OperationName = keyof typeof frontendInternal.operations
export type NamedOperation = readonly [name: OperationName, operation: Operation]

export const operations = Object.entries(frontendInternal.operations) as readonly (readonly [
  string,
  Operation,
])[] as readonly NamedOperation[]
export const ofSession = operations.filter(([, { allow }]) => !isRightOfService(allow))

/** One operation of each right and subject, by which the service decides before the operation begins. */
export const oneOfEachKind = (all: readonly NamedOperation[]): NamedOperation[] =>
  Map.groupBy(all, ([, { allow, subject }]) => `${allow} ${subject}`)
    .values()
    .flatMap((alike) => alike.slice(0, 1))
    .toArray()

/** The operation's path below the prefix, in the demo course unless given otherwise. */
const pathOf = ({ path, example }: Operation, values: Readonly<Record<string, string>> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? String(example.params?.[name] ?? ''))

/** The query of the example, with its question mark. */
function queryOf({ example: { query = {} } }: Operation): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

interface OperationRequest extends FrontendRequest {
  readonly params?: Readonly<Record<string, string>>
  /** With its question mark. */
  readonly query?: string
}

/** Sends the example of the contract, with the parts that `request` replaces. A body that is undefined is left out. */
export function ask(
  service: TestService,
  [, operation]: NamedOperation,
  request: OperationRequest = {},
): Promise<Response> {
  const { params, query = queryOf(operation), headers, ...rest } = request
  return service.request(operation.method.toUpperCase(), `${pathOf(operation, params)}${query}`, {
    ...(operation.ifMatch && { ifMatch: `"${operation.example.revision}"` }),
    ...(operation.example.body !== undefined && { body: operation.example.body }),
    ...rest,
    headers: {
      ...(operation.csvBody && { 'Content-Type': 'text/csv' }),
      ...(operation.mergePatch && { 'Content-Type': 'application/merge-patch+json' }),
      ...headers,
    },
  })
}

export interface ErrorBody {
  readonly code?: string
  readonly requestId?: string
  readonly detail?: string
  readonly fieldErrors?: readonly { readonly path: string; readonly code: string; readonly message: string }[]
}

/** Status and code: what a client branches on. The code of a success is undefined. */
export async function verdictOf(reply: Response): Promise<[status: number, code: string | undefined]> {
  const text = await reply.text()
  return [reply.status, reply.ok ? undefined : (JSON.parse(text) as ErrorBody).code]
}

/** `path code` of each field error. */
export async function issuesOf(reply: Response): Promise<string[]> {
  const { fieldErrors = [] } = (await reply.json()) as ErrorBody
  return fieldErrors.map(({ path, code }) => `${path} ${code}`)
}

/** A request that `fetch` would not send: header lines that stand twice, or a body with GET. */
export async function sendRaw(
  service: TestService,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: OutgoingHttpHeaders; body?: string } = {},
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof sendRaw>>>()
  const sending = httpRequest(
    `${service.url}${frontendInternal.prefix}${path}`,
    {
      method,
      agent: false,
      headers: {
        'X-Service-Frontend-Secret': frontendSecret,
        ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
        ...headers,
      },
    },
    (reply) => {
      buffer(reply).then(
        (bytes) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text: bytes.toString() }),
        reject,
      )
    },
  )
  sending.on('error', reject)
  sending.end(body)
  return await promise
}
