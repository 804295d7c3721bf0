import { setTimeout as sleep } from 'node:timers/promises'
import { bePunctual } from '@course-grading/test-kit/punctual-event-loop'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { createOverloadGate } from './overload.ts'
import type { OverloadGate, OverloadOptions } from './overload.ts'

afterEach(() => {
  for (const gate of gates.splice(0)) gate.close()
})

describe('createOverloadGate', () => {
  it('gives a released slot to the next request', () => {
    const gate = openGate({ maxInFlight: 1 })
    expect([gate.admit(), gate.admit()]).toEqual([true, false])
    gate.release()
    expect([gate.inFlight, gate.admit()]).toEqual([0, true])
  })

  it('rejects while the event loop is late, and admits again afterwards', async () => {
    bePunctual(false)
    onTestFinished(() => bePunctual(true))
    const gate = openGate({ maxDelayMs: 40, windowMs: 100, badWindows: 2 })
    await eventually(
      () => gate.slow,
      () => block(80),
    )
    expect(gate.admit()).toBe(false)
    await eventually(
      () => !gate.slow,
      () => {},
    )
    expect(gate.admit()).toBe(true)
  })
})

const gates: OverloadGate[] = []

function openGate(options: OverloadOptions): OverloadGate {
  const gate = createOverloadGate(options)
  gates.push(gate)
  return gate
}

/** Holds the event loop, as a too large computation would. */
function block(durationMs: number): void {
  const end = performance.now() + durationMs
  while (performance.now() < end);
}

async function eventually(holds: () => boolean, between: () => void): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!holds()) {
    if (performance.now() > deadline) throw new Error('not within a minute')
    between()
    await sleep(5)
  }
}
