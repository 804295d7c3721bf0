/** Longer than this nothing is silent, in milliseconds: a third of what readers wait for. */
const longestSilenceMs = 3_000
/** One for each silence that follows another: enough for most of an hour. */
const heldBytes = 1024

/**
 * The same bytes, of which the last ones are held back, and given one by one while nothing else comes: those who take a reply that is
 * silent for a broken one see it move. The source is asked for a piece only when one is taken, as without it.
 */
export async function* keptAlive(
  pieces: AsyncIterable<Uint8Array>,
  silenceMs = longestSilenceMs,
): AsyncGenerator<Uint8Array, void, undefined> {
  const source = pieces[Symbol.asyncIterator]()
  let held: Uint8Array = new Uint8Array()
  try {
    for (;;) {
      const next = source.next()
      while (held.length > 0 && (await isSilent(next, silenceMs))) {
        yield held.subarray(0, 1)
        held = held.subarray(1)
      }
      const step = await next
      if (step.done) break
      const piece = step.value
      if (piece.length < heldBytes) {
        const both = Buffer.concat([held, piece])
        const at = Math.max(0, both.length - heldBytes)
        if (at > 0) yield both.subarray(0, at)
        held = both.subarray(at)
      } else {
        const at = piece.length - heldBytes
        if (held.length > 0) yield held
        if (at > 0) yield piece.subarray(0, at)
        // A copy: the whole piece would be held with it.
        held = Uint8Array.from(piece.subarray(at))
      }
    }
    if (held.length > 0) yield held
  } finally {
    await source.return?.()
  }
}

/** Whether nothing has come for so long; what fails has come. */
async function isSilent(next: Promise<unknown>, silenceMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(true), silenceMs)
  const came = (): void => resolve(false)
  next.then(came, came)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}
