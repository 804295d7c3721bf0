import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepAlive } from './keep-alive.ts'
import { from } from './submissions.fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('keepAlive', () => {
  it.each([[[]], [[0]], [[1, 2, 3]], [[1023, 1, 1]], [[1024]], [[1025, 1, 5000]], [[70_000, 3, 70_000]]])(
    'gives the bytes of pieces of %j bytes as they were',
    async (lengths) => {
      const pieces = lengths.map((length, at) => Buffer.alloc(length, at + 1))
      const given = await Array.fromAsync(keepAlive(from(pieces)))
      expect(Buffer.concat(given).equals(Buffer.concat(pieces))).toBe(true)
    },
  )

  it('gives a byte whenever nothing has come for three seconds', async () => {
    const { steps, whole, bytes } = watched()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(bytes().length).toBe(0)
    steps[0]?.resolve(Buffer.from('folder'))
    await vi.advanceTimersByTimeAsync(silenceMs - 1)
    expect(bytes().toString()).toBe('')
    await vi.advanceTimersByTimeAsync(1)
    expect(bytes().toString()).toBe('f')
    await vi.advanceTimersByTimeAsync(2 * silenceMs)
    expect(bytes().toString()).toBe('fol')
    steps[1]?.resolve(Buffer.from(', file'))
    await vi.advanceTimersByTimeAsync(0)
    steps[2]?.resolve(null)
    await whole
    expect(bytes().toString()).toBe('folder, file')
  })

  it('has something to give for half an hour of silence after a large piece', async () => {
    const { steps, bytes } = watched()
    await vi.advanceTimersByTimeAsync(0)
    steps[0]?.resolve(Buffer.alloc(100_000))
    await vi.advanceTimersByTimeAsync(0)
    expect(bytes().length).toBe(100_000 - 1024)
    await vi.advanceTimersByTimeAsync(1_800_000)
    expect(bytes().length).toBe(100_000 - 1024 + 600)
  })

  it('fails if its source fails, and does not yield the bytes that it held back', async () => {
    const { steps, whole, bytes } = watched()
    await vi.advanceTimersByTimeAsync(0)
    steps[0]?.resolve(Buffer.from('folder'))
    await vi.advanceTimersByTimeAsync(silenceMs)
    steps[1]?.reject(new Error('cut'))
    await expect(whole).rejects.toThrow('cut')
    expect(bytes().toString()).toBe('f')
  })

  it('ends its source if its reader leaves', async () => {
    const ended: string[] = []
    async function* source() {
      try {
        for (;;) yield Buffer.alloc(5000)
      } finally {
        ended.push('source')
      }
    }
    for await (const _piece of keepAlive(source())) break
    expect(ended).toEqual(['source'])
  })
})

const silenceMs = 3_000

/** A source that yields a piece each time the test resolves a step, and the bytes that have arrived so far. */
function watched() {
  const steps: PromiseWithResolvers<Uint8Array | null>[] = []
  async function* source() {
    for (;;) {
      const step = Promise.withResolvers<Uint8Array | null>()
      steps.push(step)
      const piece = await step.promise
      if (piece === null) return
      yield piece
    }
  }
  const given: Uint8Array[] = []
  const whole = (async () => {
    for await (const piece of keepAlive(source())) given.push(piece)
  })()
  whole.catch(() => {})
  const bytes = () => Buffer.concat(given)
  return { steps, whole, bytes }
}
