import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { Attachment } from '@course-grading/contracts/operation/reply'
import { unacknowledgedBytes } from './unacknowledged-bytes.ts'

export interface StreamLimits {
  /** Milliseconds of waiting for the reader, after which it is given up if it took less than 16 KiB in them. */
  readonly stallMs: number
  /** Milliseconds for the whole reply; null for no limit. Looked at, as `cut`, with each piece and while the reader is waited for, not a silent source. */
  readonly wholeMs: number | null
  readonly sizeBytes?: number | undefined
  readonly cut?: AbortSignal | undefined
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

/** Writes at the reader's pace; ends the source when the reader leaves or stalls. Rejects when the reply must be cut. */
export async function streamPieces(
  res: ServerResponse,
  pieces: AsyncIterable<string | Uint8Array>,
  limits: StreamLimits,
): Promise<void> {
  try {
    await writePieces(res, pieces, limits)
  } catch (error) {
    // After the reader has left, an error only means that the calls made for it were aborted.
    if (!hasLeft(res)) throw error
    res.destroy()
  }
}

/** A reader that ended its own direction counts as gone, as in `RequestRecord.gone`, which aborts the calls made for it. */
function hasLeft(res: ServerResponse): boolean {
  return res.destroyed || res.req.socket.readableEnded
}

async function writePieces(
  res: ServerResponse,
  pieces: AsyncIterable<string | Uint8Array>,
  { stallMs, wholeMs, sizeBytes, cut }: StreamLimits,
): Promise<void> {
  const limit = new AbortController()
  const cutNow = limit.signal
  const end = (): void => limit.abort()
  const timer = wholeMs === null ? undefined : setTimeout(end, wholeMs).unref()
  cut?.addEventListener('abort', end)
  const pace = paceOf(stallMs)
  let leftBytes = sizeBytes
  let writtenBytes = 0
  try {
    for await (const piece of pieces) {
      // The reader may have left while the source worked on its piece.
      if (res.destroyed) return
      if (cutNow.aborted) throw new Error(cutText)
      const pieceBytes = Buffer.byteLength(piece)
      if (leftBytes !== undefined) leftBytes -= pieceBytes
      if (leftBytes !== undefined && leftBytes < 0) throw new Error('a streamed reply is longer than announced')
      const isTaken = res.write(piece)
      pace.written(pieceBytes)
      if (!isTaken) await pace.during((leftMs) => drainedInTime(res, leftMs, { stallMs, cutNow }))
      writtenBytes += pieceBytes
      if (writtenBytes >= bytesPerTurn) {
        writtenBytes = 0
        await setImmediate()
      }
      if (res.destroyed) return
    }
  } finally {
    clearTimeout(timer)
    cut?.removeEventListener('abort', end)
  }
  if (leftBytes !== undefined && leftBytes > 0) throw new Error('a streamed reply is shorter than announced')
  res.end()
}

const cutText = 'a streamed reply took too long, or was cut'

/** Bytes that a reader must take for each `stallMs` of waiting. */
const leastBytes = 16 * 1024

/** The time left to take `leastBytes`, while the stream waits. It begins again after `leastBytes`, not each byte, or a slow reader holds its slot for ever. */
function paceOf(stallMs: number) {
  let [leftMs, bytes] = [stallMs, 0]
  return {
    written(length: number): void {
      bytes += length
    },
    async during(wait: (leftMs: number) => Promise<void>): Promise<void> {
      const beganAt = performance.now()
      await wait(leftMs)
      leftMs = Math.max(0, leftMs - (performance.now() - beganAt))
      if (bytes >= leastBytes) [leftMs, bytes] = [stallMs, 0]
    },
  }
}

/** After this many bytes a stream lets other work run, since a fast source with a fast reader never waits. */
const bytesPerTurn = 64 * 1024

/** Waits for room, or until the reader left. @throws Error if it acknowledges too little, or that cannot be read, or the reply is cut */
async function drainedInTime(
  res: ServerResponse,
  leftMs: number,
  { stallMs, cutNow }: { readonly stallMs: number; readonly cutNow: AbortSignal },
): Promise<void> {
  // Most readers make room in the first tenth, and cost no reading of the system's table. Whoever acknowledges `leastBytes` is waited for again.
  if (await drained(res, leftMs / 10, cutNow)) return
  let before = await unacknowledgedBytes(res.req.socket)
  for (let waitMs = 0.9 * leftMs; !(await drained(res, waitMs, cutNow)); waitMs = stallMs) {
    if (cutNow.aborted) throw new Error(cutText)
    const now = await unacknowledgedBytes(res.req.socket)
    if (before === null || now === null || before - now < leastBytes)
      throw new Error('a reader took too little of a streamed reply for too long')
    before = now
  }
}

function drained(res: ServerResponse, waitMs: number, cutNow: AbortSignal): Promise<boolean> {
  if (res.destroyed || !res.writableNeedDrain) return Promise.resolve(true)
  if (cutNow.aborted) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  // One timer and no combined signals: a fast reader of a large reply waits here thousands of times a second.
  const giveUp = (): void => resolve(false)
  const goOn = (): void => resolve(true)
  const timer = setTimeout(giveUp, waitMs)
  cutNow.addEventListener('abort', giveUp)
  res.once('drain', goOn)
  res.once('close', goOn)
  return promise.finally(() => {
    clearTimeout(timer)
    cutNow.removeEventListener('abort', giveUp)
    res.off('drain', goOn)
    res.off('close', goOn)
  })
}
