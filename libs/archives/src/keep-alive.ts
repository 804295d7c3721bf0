/** Milliseconds without output after which one byte is written: a third of the time after which readers of archives give up. */
const maxSilenceMs = 3_000
/** Held back: one byte is written after each silence, so these last for most of an hour. */
const heldBytes = 1024

/** Passes all bytes on, the newest 1024 late, to fill silences, which some readers take for a broken reply. Never reads ahead. */
export async function* keepAlive(
  pieces: AsyncIterable<Uint8Array>,
  silenceMs = maxSilenceMs,
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
        // A copy, since a part of the piece would keep the whole piece in memory.
        held = Buffer.from(piece.subarray(at))
      }
    }
    if (held.length > 0) yield held
  } finally {
    await source.return?.()
  }
}

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
