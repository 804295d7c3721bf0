import type { EndSignal } from '@course-grading/concurrency'
import type { Dispatcher } from 'undici'
import type { UpstreamError } from '../call/upstream-error.ts'
import { discardedBytes, discardMs, replyProblem, type ReplyFormat, sizeOf } from './read-reply.ts'

export interface CollectedReply {
  /** Null if the body has more than the limit; then it was not read to its end. */
  readonly bytes: Uint8Array | null
  readonly sizeBytes: number | null
}

interface Collecting {
  readonly format: ReplyFormat
  readonly limitBytes: number
  readonly signal: EndSignal
  /** Called with the head of a valid reply, and with each piece of its body. */
  readonly onProgress?: (() => void) | undefined
  /** What an error of the connection means: 'transport' before a valid reply began, 'cut_off' after. */
  readonly failure: (error: unknown, reason: 'transport' | 'cut_off') => UpstreamError
}

/** For documents and the files of a page, which are many and small: a stream for each would cost more CPU time than all the rest. */
export function collectReply(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  collecting: Collecting,
): Promise<CollectedReply> {
  const collector = new Collector(collecting)
  dispatcher.dispatch(request, collector)
  return collector.promise
}

class Collector implements Dispatcher.DispatchHandler {
  readonly promise: Promise<CollectedReply>
  readonly #collecting: Collecting
  readonly #settle: { readonly resolve: (reply: CollectedReply) => void; readonly reject: (error: unknown) => void }
  readonly #abort = (): void => this.#controller?.abort(new Error('aborted'))
  #controller: Dispatcher.DispatchController | undefined
  /** What is wrong with the head; the rest of such a reply is read only so that the connection can be used again. */
  #problem: UpstreamError | undefined
  #discarding: NodeJS.Timeout | undefined
  #hasBegun = false
  #sizeBytes: number | null = null
  #readBytes = 0
  readonly #pieces: Buffer[] = []

  constructor(collecting: Collecting) {
    const { promise, resolve, reject } = Promise.withResolvers<CollectedReply>()
    this.promise = promise
    this.#settle = { resolve, reject }
    this.#collecting = collecting
    collecting.signal.addEventListener('abort', this.#abort)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#collecting.signal.aborted) this.#abort()
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: Dispatcher.ResponseData['headers'],
  ): void {
    if (statusCode < 200) return
    const { format, limitBytes, onProgress } = this.#collecting
    this.#problem = replyProblem({ statusCode, headers }, format)
    this.#sizeBytes = sizeOf(headers)
    const maxBytes = this.#problem === undefined ? limitBytes : discardedBytes
    if ((this.#sizeBytes ?? 0) > maxBytes) return controller.abort(new Error('too large'))
    if (this.#problem === undefined) {
      this.#hasBegun = true
      onProgress?.()
    } else this.#discarding = setTimeout(this.#abort, discardMs)
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    const { limitBytes, onProgress } = this.#collecting
    this.#readBytes += piece.byteLength
    if (this.#readBytes > (this.#problem === undefined ? limitBytes : discardedBytes)) {
      controller.abort(new Error('too large'))
    } else if (this.#problem === undefined) {
      this.#pieces.push(piece)
      onProgress?.()
    }
  }

  onResponseEnd(): void {
    this.#letGo()
    if (this.#problem !== undefined) return this.#settle.reject(this.#problem)
    const [first, ...others] = this.#pieces
    const bytes = first !== undefined && others.length === 0 ? first : Buffer.concat(this.#pieces)
    this.#settle.resolve({ bytes, sizeBytes: this.#sizeBytes })
  }

  onResponseError(_controller: unknown, error: unknown): void {
    this.#letGo()
    const { limitBytes, failure } = this.#collecting
    if (this.#problem !== undefined) this.#settle.reject(this.#problem)
    else if (Math.max(this.#readBytes, this.#sizeBytes ?? 0) > limitBytes)
      this.#settle.resolve({ bytes: null, sizeBytes: this.#sizeBytes })
    else this.#settle.reject(failure(error, this.#hasBegun ? 'cut_off' : 'transport'))
  }

  #letGo(): void {
    clearTimeout(this.#discarding)
    this.#collecting.signal.removeEventListener('abort', this.#abort)
  }
}
