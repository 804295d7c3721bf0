import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Grading } from './grading-state.ts'
import { judge, open } from './grading-store.fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('thirty submissions at any speed, with saves that are late, lost and refused', () => {
  it.each(Array.from({ length: 20 }, (_, seed) => seed))('have each what was typed for it, seed %i', async (seed) => {
    const random = randomFrom(seed)
    const { grading, calls, went } = open(30)
    calls.delayMs = () => random() * 2_500
    calls.fault = () => (random() < 0.1 ? (random() < 0.5 ? 'before' : 'after') : null)
    const typed = new Map<string, string>()
    for (let pressed = 0; went.length === 0 && pressed < 30; pressed += 1) {
      const { id } = grading.state().start.assessment
      for (let key = 0; key < 1 + random() * 20; key += 1) {
        type(grading, typed, String.fromCharCode(97 + random() * 26))
        await vi.advanceTimersByTimeAsync(random() * 800)
      }
      judge(grading)
      for (let tries = 0; tries < 200 && went.length === 0 && grading.state().start.assessment.id === id; tries += 1) {
        if (random() < 0.5) void grading.complete()
        if (random() < 0.3) type(grading, typed, '!')
        await vi.advanceTimersByTimeAsync(random() * 2_000)
      }
    }
    expect([...calls.documents].map(([id, { wording }]) => [id, wording.body])).toEqual([...typed])
    expect([...calls.documents.values()].filter(({ isCompleted }) => isCompleted)).toHaveLength(30)
  })
})

/** What the page takes in counts as typed: while it completes, its fields are read-only. */
function type(grading: Grading, typed: Map<string, string>, text: string): void {
  const { id } = grading.state().start.assessment
  const body = `${typed.get(id) ?? ''}${text}`
  grading.change((fields) => ({ ...fields, body }))
  if (grading.state().fields.body !== '') typed.set(id, grading.state().fields.body)
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
