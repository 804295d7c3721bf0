import { describe, expect, it } from 'vitest'
import { createGate } from './gate.ts'

function heldWork() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, finish: resolve }
}

const overloaded = { code: 'overloaded', retryAfterS: 1 }

describe('createGate', () => {
  it('admits as many callers as there are slots, and the next one when a slot is free', async () => {
    const gate = createGate({ slots: 2, queueLimit: 10, queueWaitMs: 5_000 })
    const [first, second] = [heldWork(), heldWork()]
    const inside = [gate.run(first.work), gate.run(second.work)]
    let entered = false
    const third = gate.run(async () => {
      entered = true
    })
    await new Promise(setImmediate)
    expect([entered, gate.waiting()]).toEqual([false, 1])
    first.finish()
    await third
    expect([entered, gate.waiting()]).toEqual([true, 0])
    second.finish()
    await Promise.all(inside)
  })

  it('admits callers in the order of their arrival', async () => {
    const gate = createGate({ slots: 1, queueLimit: 10, queueWaitMs: 5_000 })
    const held = heldWork()
    const order: number[] = []
    const all = [gate.run(held.work), ...[1, 2, 3].map((number) => gate.run(async () => void order.push(number)))]
    held.finish()
    await Promise.all(all)
    expect(order).toEqual([1, 2, 3])
  })

  it('rejects a caller at once if the queue is full', async () => {
    const gate = createGate({ slots: 1, queueLimit: 1, queueWaitMs: 5_000 })
    const held = heldWork()
    const inside = [gate.run(held.work), gate.run(async () => {})]
    await expect(gate.run(async () => {})).rejects.toMatchObject(overloaded)
    held.finish()
    await Promise.all(inside)
  })

  it('rejects a caller that waited too long, and removes it from the queue', async () => {
    const gate = createGate({ slots: 1, queueLimit: 10, queueWaitMs: 30 })
    const held = heldWork()
    const inside = gate.run(held.work)
    let entered = false
    const late = gate.run(async () => {
      entered = true
    })
    await expect(late).rejects.toMatchObject(overloaded)
    held.finish()
    await inside
    expect([entered, gate.waiting()]).toEqual([false, 0])
    await expect(gate.run(async () => 'in')).resolves.toBe('in')
  })

  it('releases the slot when the work fails', async () => {
    const gate = createGate({ slots: 1, queueLimit: 0, queueWaitMs: 5_000 })
    await expect(gate.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(gate.run(async () => 'in')).resolves.toBe('in')
  })

  it('reports how long each caller waited', async () => {
    const waits: number[] = []
    const gate = createGate({ slots: 1, queueLimit: 10, queueWaitMs: 5_000 }, (seconds) => waits.push(seconds))
    const held = heldWork()
    const all = [gate.run(held.work), gate.run(async () => {})]
    setTimeout(held.finish, 20)
    await Promise.all(all)
    expect(waits[1]).toBeGreaterThan(0.015)
    expect(waits[0]).toBeLessThan(waits[1] ?? 0)
  })
})
