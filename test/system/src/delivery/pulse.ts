/** Counts events, so that a test can act after a number of events, however fast they come. */
export interface Pulse {
  readonly beat: () => void
  /** Resolves after the given number of beats, or when nothing has happened for `quietMs`. */
  readonly after: (beats: number, quietMs?: number) => Promise<void>
}

export function createPulse(): Pulse {
  const waiting = new Set<() => void>()
  return {
    beat: () => waiting.forEach((onBeat) => onBeat()),
    after(beats, quietMs = 300) {
      const { promise, resolve } = Promise.withResolvers<void>()
      let left = beats
      const over = (): void => {
        clearTimeout(timer)
        waiting.delete(onBeat)
        resolve()
      }
      const timer = setTimeout(over, quietMs)
      const onBeat = (): void => {
        left -= 1
        if (left <= 0) over()
        else timer.refresh()
      }
      waiting.add(onBeat)
      return promise
    },
  }
}
