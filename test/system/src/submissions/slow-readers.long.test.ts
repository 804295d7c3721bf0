import { setTimeout } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { it } from './submissions-test.ts'
import { mebibyte } from './submissions-world.ts'

describe.each(['file', 'archive'] as const)('a reader of a streamed %s', { timeout: 300_000 }, (kind) => {
  it('that takes 1 MB/s gets the whole, and the learning platform sends no more than that', async ({ world }) => {
    const sizeBytes = 20_000_000
    const handedIn = await world.handIn(8 * sizeBytes)
    const reply = await world.open(handedIn[kind])
    let hasEnded = false
    let maxAhead = 0
    let taken = 0
    const watching = (async () => {
      while (!hasEnded) {
        maxAhead = Math.max(maxAhead, (await world.simulator.readOf(handedIn)).sentBytes - taken)
        await setTimeout(100)
      }
    })()
    const startedAt = performance.now()
    while (taken < sizeBytes) {
      taken = await reply.readSome(100_000)
      await setTimeout(Math.max(0, taken / 1000 - (performance.now() - startedAt)))
    }
    hasEnded = true
    await watching
    expect(maxAhead).toBeLessThan(inFlightBytes)
    expect(await reply.readAll()).toMatchObject({ isWhole: true })
    expect(await world.simulator.readOf(handedIn)).toMatchObject({ outcome: 'answered', sentBytes: 8 * sizeBytes })
  })

  it('that takes nothing for 10 s is ended, and so is the call to the learning platform', async ({ world }) => {
    const handedIn = await world.handIn(4096 * mebibyte)
    const reply = await world.open(handedIn[kind])
    await reply.readSome(1)
    const startedAt = performance.now()
    const { sentBytes } = await world.simulator.untilLeft(handedIn)
    expect(performance.now() - startedAt).toBeGreaterThan(9_000)
    expect(sentBytes).toBeLessThan(inFlightBytes)
    expect(await reply.readAll()).toMatchObject({ isWhole: false })
  })
})

/** More than the buffers of two connections and the service hold: Linux lets those of a connection grow to 36 MiB. */
const inFlightBytes = 80 * mebibyte
