import { type ClientRequest, request as httpRequest } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Operation } from '@course-grading/contracts/operation/operation'

/** A request given by its header lines and bytes, so that it can be one that `fetch` would not send. */
export interface WireRequest {
  readonly method: string
  /** Values for `{…}` in the path, percent-encoded. */
  readonly params: Readonly<Record<string, string>>
  /** Percent-encoded. A list sends the parameter once for each item. */
  readonly query: Readonly<Record<string, string | readonly string[]>>
  /** A list sends the header once for each item. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** Undefined if there is no body. */
  readonly body: string | undefined
}

export interface WireReply {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly text: string
}

/** What every boundary reports about a rejected request, whatever the form of its error bodies. */
interface Problem {
  readonly status: number
  readonly code: string | undefined
  readonly requestId: string | undefined
  readonly issues: readonly { readonly path: string; readonly code: string }[]
}

/** The media type of an operation's body. */
export function mediaTypeOf({ csvBody, mergePatch }: Pick<Operation, 'csvBody' | 'mergePatch'>): string {
  if (csvBody) return 'text/csv'
  return mergePatch ? 'application/merge-patch+json' : 'application/json'
}

/** The request that the contract gives as an example, without credentials. */
export function exampleRequest({ method, example, ifMatch, body, csvBody, mergePatch }: Operation): WireRequest {
  const texts = (values: Readonly<Record<string, unknown>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encodeURIComponent(String(value))]))
  return {
    method: method.toUpperCase(),
    params: texts(example.params),
    query: texts(example.query),
    headers: {
      ...(ifMatch && { 'If-Match': `"${example.revision}"` }),
      ...(body && { 'Content-Type': mergePatch ? 'application/merge-patch+json' : 'application/json' }),
      ...(csvBody && { 'Content-Type': 'text/csv' }),
    },
    body: example.body === undefined || csvBody ? (example.body as string | undefined) : JSON.stringify(example.body),
  }
}

/** The path below the boundary's prefix, and the query. */
export function targetOf({ path }: Pick<Operation, 'path'>, { params, query }: WireRequest): string {
  const pairs = Object.entries(query).flatMap(([name, values]) => [values].flat().map((value) => `${name}=${value}`))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`
}

/** Sends a request on a new connection. */
export const sendWire = (url: string, request: WireRequest): Promise<WireReply> =>
  exchange(url, request, (sending) => sending.end(request.body))

/** Sends the head of a request; `breakOff` gets the socket when the service asks for the body. */
export const sendHead = (url: string, request: WireRequest, breakOff: (socket: Socket) => void): Promise<WireReply> =>
  exchange(
    url,
    { ...request, headers: { ...request.headers, 'Transfer-Encoding': 'chunked', Expect: '100-continue' } },
    (sending) => {
      sending.on('continue', () => breakOff(sending.socket!))
      sending.flushHeaders()
    },
  )

async function exchange(
  url: string,
  { method, headers, body }: WireRequest,
  begin: (sending: ClientRequest) => void,
): Promise<WireReply> {
  const { promise, resolve, reject } = Promise.withResolvers<WireReply>()
  const lines = Object.entries({
    Host: new URL(url).host,
    // A POST without a length would be chunked, which is a body even when it is empty.
    ...((body !== undefined || method === 'POST') &&
      !('Transfer-Encoding' in headers) && { 'Content-Length': String(Buffer.byteLength(body ?? '')) }),
    ...headers,
  }).flatMap(([name, values]) => [values].flat().flatMap((value) => [name, value]))
  const sending = httpRequest(
    url,
    // A flat list, because Node would join some repeated headers, and reject others.
    { method, agent: false, headers: lines },
    (reply) => {
      text(reply).then(
        (received) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text: received }),
        reject,
      )
    },
  )
  sending.on('error', reject)
  begin(sending)
  return await promise
}

interface ErrorText {
  readonly code?: string
  readonly requestId?: string
  readonly issues?: Problem['issues']
  readonly fieldErrors?: Problem['issues']
}

/** Reads the error body of any boundary; a success has no code. */
export function problemIn({ status, text: body }: WireReply): Problem {
  if (status < 400) return { status, code: undefined, requestId: undefined, issues: [] }
  const parsed = JSON.parse(body) as ErrorText & { readonly error?: ErrorText }
  const { code, requestId, issues, fieldErrors } = parsed.error ?? parsed
  return { status, code, requestId, issues: issues ?? fieldErrors ?? [] }
}
