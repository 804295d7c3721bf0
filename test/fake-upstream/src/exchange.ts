import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultAction } from './faults/fault.ts'
import type { Faults } from './faults/faults.ts'
import type { Journal, JournalEntry } from './journal/journal.ts'
import type { Outcome } from './reply-to-request.ts'
import { type ApiRequest, readBody, splitTarget } from './http/api-request.ts'
import { emptyReply, htmlPage, type Reply } from './http/reply.ts'
import { send } from './http/send.ts'

/** What an exchange needs from the server. */
export interface ExchangeHost {
  readonly url: string
  readonly journal: Journal
  readonly faults: Faults
  /** The name of the operation that the request would reach without a fault. */
  readonly operationOf: (method: string, path: string) => string | null
  readonly work: (request: ApiRequest) => Promise<Outcome>
}

/** Handles one request: its journal entry, its fault if any, the operation, the reply. */
export class Exchange {
  readonly #host: ExchangeHost
  readonly #message: IncomingMessage
  readonly #response: ServerResponse
  readonly #entry: JournalEntry
  readonly #startedAt = performance.now()
  readonly #gone = new AbortController()
  readonly #path: string
  readonly #rawQuery: string

  constructor(host: ExchangeHost, message: IncomingMessage, response: ServerResponse) {
    this.#host = host
    this.#message = message
    this.#response = response
    const { path, rawQuery } = splitTarget(message.url ?? '/')
    this.#path = path
    this.#rawQuery = rawQuery
    const { headers } = message
    const requestId = headers['x-request-id']
    this.#entry = host.journal.begin({
      method: message.method ?? '',
      path,
      query: rawQuery,
      headerNames: Object.keys(headers),
      requestId: typeof requestId === 'string' ? requestId : null,
      hasAuthorization: headers.authorization !== undefined,
      contentType: headers['content-type'] ?? null,
      userId: null,
      operation: host.operationOf(message.method ?? '', path),
      bodyBytes: null,
      fault: null,
      crash: null,
      status: null,
      outcome: null,
      sentBytes: 0,
      receivedAtMs: Date.now(),
      durationMs: null,
    })
    response.on('close', () => {
      this.#gone.abort()
      this.#end(response.writableFinished ? 'answered' : 'client_left')
    })
  }

  async serve(): Promise<void> {
    const fault = this.#host.faults.take(this.#entry.method, this.#path)
    this.#entry.fault = fault?.kind ?? null
    try {
      if (fault?.kind === 'reset_before_body') return this.#reset()
      const body = await readBody(this.#message)
      this.#entry.bodyBytes = body.length
      if (fault?.kind === 'delay') await sleep(fault.delayMs, undefined, { signal: this.#gone.signal })
      if (fault?.kind === 'hold') await fault.until
      if (fault?.kind === 'reset_after_body') return this.#reset()
      if (fault?.kind === 'never_answer') return this.#host.journal.changed()
      const reply = scriptedReply(fault) ?? (await this.#work(body))
      this.#entry.status = reply.status
      if (fault?.kind === 'drop_answer') return this.#reset()
      this.#host.journal.changed()
      if (fault?.kind === 'half_answer') this.#entry.outcome = 'cut'
      await send(this.#response, reply, {
        fault,
        isHead: this.#entry.method === 'HEAD',
        signal: this.#gone.signal,
        onSent: (bytes) => {
          this.#entry.sentBytes += bytes
        },
      })
    } catch (error) {
      if (this.#gone.signal.aborted || this.#message.destroyed) return
      this.#entry.crash = error instanceof Error ? (error.stack ?? error.message) : String(error)
      this.#response.destroy()
    }
  }

  async #work(body: Buffer): Promise<Reply> {
    const { headers } = this.#message
    const { reply, userId, crash } = await this.#host.work({
      method: this.#entry.method,
      path: this.#path,
      query: new URLSearchParams(this.#rawQuery),
      headers,
      body,
      origin: `http://${headers.host ?? new URL(this.#host.url).host}`,
    })
    Object.assign(this.#entry, { userId, crash })
    return reply
  }

  #reset(): void {
    this.#end('cut')
    this.#message.socket.resetAndDestroy()
  }

  #end(outcome: 'answered' | 'cut' | 'client_left'): void {
    this.#entry.durationMs ??= performance.now() - this.#startedAt
    this.#entry.outcome ??= outcome
    this.#host.journal.changed()
  }
}

/** The reply that a fault sends in place of the operation; null if the operation runs. */
function scriptedReply(fault: FaultAction | null): Reply | null {
  if (fault?.kind === 'redirect') return emptyReply(fault.status, { Location: fault.location })
  if (fault?.kind !== 'status') return null
  const headers = {
    ...fault.headers,
    ...(fault.retryAfterS === undefined ? {} : { 'Retry-After': String(fault.retryAfterS) }),
  }
  if (fault.body === undefined && fault.contentType === undefined) {
    return { ...htmlPage(fault.status, `Error ${fault.status}`), headers }
  }
  const contentType = fault.contentType ?? 'application/vnd.aplus+json'
  return { kind: 'text', status: fault.status, text: fault.body ?? '', contentType, headers }
}
