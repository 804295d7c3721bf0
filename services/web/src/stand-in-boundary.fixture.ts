import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { Operation } from '@course-grading/contracts/operation/operation'

const noop = (): void => {}

type OperationName = keyof typeof frontendInternal.operations

interface StandInReply {
  readonly status: number
  readonly body?: unknown
  /** Of a body that is sent as it is, an attachment: a stream as it comes. */
  readonly mediaType?: string | undefined
  /** Of the document, where the reply has one; 1 otherwise. */
  readonly revision?: number
}

export interface StandInCall {
  readonly operation: string
  readonly requestId: string
  readonly target: string
  /** The session id; undefined without one. */
  readonly session: string | undefined
  readonly ifMatch: string | undefined
  readonly body: unknown
}

type Given = StandInReply | ((call: StandInCall) => StandInReply | Promise<StandInReply>)

/** Replies to each operation with the example of the contract, or as a test says. */
export interface StandInBoundary {
  readonly url: string
  /** The operations that were called, with the request id that came with each. */
  readonly calls: readonly StandInCall[]
  readonly replyWith: (operation: OperationName, reply: Given) => void
  /** Forgets the calls so far, and what tests said. */
  readonly forget: () => void
  readonly forgetCalls: () => void
  readonly close: () => void
}

export async function startBoundary(): Promise<StandInBoundary> {
  const calls: StandInCall[] = []
  const own = new Map<string, Given>()
  const server = createServer((request, response) => {
    const found = operationOf(request.method ?? '', request.url ?? '')
    text(request).then(async (sent) => {
      const call: StandInCall = {
        operation: found?.[0] ?? 'none',
        requestId: String(request.headers['x-request-id']),
        target: request.url ?? '',
        session: request.headers.authorization?.replace('Bearer ', ''),
        ifMatch: request.headers['if-match'],
        body:
          sent === '' ? undefined : request.headers['content-type']?.startsWith('text/csv') ? sent : JSON.parse(sent),
      }
      calls.push(call)
      const given = found && own.get(found[0])
      const {
        status,
        body,
        mediaType,
        revision = 1,
      } = found === undefined
        ? { status: 404 }
        : typeof given === 'function'
          ? await given(call)
          : (given ?? exampleOf(found[1]))
      response.writeHead(status, {
        'X-Request-ID': call.requestId,
        ...(body !== undefined && { 'Content-Type': mediaType ?? 'application/json; charset=utf-8' }),
        ...(mediaType !== undefined && { 'Content-Disposition': 'attachment; filename="file"' }),
        ...(found !== undefined &&
          found[1].replies[status]?.assessmentRevision && { 'X-Assessment-Revision': String(calls.length + 2) }),
        ...(found !== undefined && found[1].replies[status]?.etag && { ETag: `"${revision}"` }),
      })
      if (body instanceof Readable) return void pipeline(body, response, noop)
      response.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body))
    }, noop)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    replyWith: (operation, reply) => own.set(operation, reply),
    forgetCalls: () => {
      calls.length = 0
    },
    forget: () => {
      calls.length = 0
      own.clear()
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function operationOf(method: string, target: string): [name: string, operation: Operation] | undefined {
  const [path = ''] = target.split('?')
  return Object.entries<Operation>(frontendInternal.operations).find(([, operation]) => {
    const form = operation.path.replaceAll(/\{\w+\}/g, '[^/]+')
    return operation.method === method.toLowerCase() && new RegExp(`^${frontendInternal.prefix}${form}$`).test(path)
  })
}

function exampleOf({ replies }: Operation): StandInReply {
  const [[status, reply] = ['500', undefined]] = Object.entries(replies)
  return { status: Number(status), body: reply?.example, mediaType: reply?.mediaType }
}
