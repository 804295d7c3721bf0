import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Attachment } from '@course-grading/contracts'

export interface StreamLimits {
  /** Milliseconds after which a reader that takes nothing is given up. */
  readonly stallMs: number
  /** Milliseconds within which the whole reply has ended. */
  readonly wholeMs: number
}

/** Waits for the first piece, so that an early failure becomes a problem instead of a cut reply. */
export async function primed(attachment: Attachment): Promise<Attachment> {
  if (typeof attachment.content === 'string') return attachment
  const pieces = attachment.content[Symbol.asyncIterator]()
  const first = await pieces.next()
  return { ...attachment, content: continued(first, pieces) }
}

async function* continued<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let step = first; !step.done; step = await rest.next()) yield step.value
  } finally {
    await rest.return?.()
  }
}

/**
 * Writes pieces as fast as the reader takes them, holding one at a time. It ends the source when the reader leaves or stalls. It
 * rejects when the source fails or the limit passes: then the reply must be cut, and never ended as if it were whole.
 */
export async function streamPieces(
  res: ServerResponse,
  pieces: AsyncIterable<string | Uint8Array>,
  { stallMs, wholeMs }: StreamLimits,
): Promise<void> {
  const timedOut = AbortSignal.timeout(wholeMs)
  for await (const piece of pieces) {
    // The reader may have left while the source worked on its piece.
    if (res.destroyed) return
    if (timedOut.aborted) throw new Error('a streamed reply took too long')
    if (!res.write(piece)) await drained(res, AbortSignal.any([timedOut, AbortSignal.timeout(stallMs)]))
    if (res.destroyed) return
  }
  res.end()
}

/** Resolves when there is room again, or when the reader has left. */
async function drained(res: ServerResponse, tooLate: AbortSignal): Promise<void> {
  const closed = new AbortController()
  const onClose = (): void => closed.abort()
  res.once('close', onClose)
  try {
    await once(res, 'drain', { signal: AbortSignal.any([closed.signal, tooLate]) })
  } catch (error) {
    if (!closed.signal.aborted) throw error
  } finally {
    res.off('close', onClose)
  }
}
