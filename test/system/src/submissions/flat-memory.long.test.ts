import { describe, expect } from 'vitest'
import { forgetPeak, residentMemory } from './process-memory.ts'
import { it as onSubmissions } from './submissions-test.ts'
import { mebibyte, type SubmissionsWorld } from './submissions-world.ts'

describe('the memory of the service', { timeout: 900_000 }, () => {
  describe.each(['file', 'archive'] as const)('while it streams the %s', (kind) => {
    it.beforeAll(async ({ world, handedIn }) => {
      for (let turn = 0; turn < warmUps; turn += 1) await peakOf(world, handedIn.medium[kind])
    })

    it.for([
      ['256 MiB', 'medium'],
      ['4 GiB', 'large'],
    ] as const)(`of %s is that of 1 MiB`, async ([, size], { world, handedIn }) => {
      const differences: number[] = []
      for (let turn = 0; turn < tries && !differences.some((difference) => difference < maxDifference); turn += 1) {
        const least = await peakOf(world, handedIn.small[kind])
        differences.push((await peakOf(world, handedIn[size][kind])) - least)
      }
      expect(Math.min(...differences)).toBeLessThan(maxDifference)
    })
  })

  it('is not more after many answers of 25 MiB', async ({ world }) => {
    const { content } = await world.handIn(4.5 * mebibyte, { text: true, files: 7 })
    const after = async (answers: number): Promise<number> => {
      for (let count = 0; count < answers; count += 1) {
        const { bytes, isWhole } = await (await world.open(content)).readAll()
        expect(isWhole && bytes > 20 * mebibyte && bytes < 25 * mebibyte).toBe(true)
      }
      return residentMemory(world.service.pid).now
    }
    const before = await after(8)
    const later = await after(24)
    expect(later - before).toBeLessThan(maxDifference)
  })
})

/**
 * The number of streams of 256 MiB before the measurement. The heap of a process grows to its working size over the first
 * gigabytes, whatever it does.
 */
const warmUps = 8
const maxDifference = 20 * mebibyte

/** The most memory that the service used while it streamed this. */
async function peakOf(world: SubmissionsWorld, path: string): Promise<number> {
  forgetPeak(world.service.pid)
  const reply = await world.open(path)
  expect(reply.status).toBe(200)
  expect(await reply.readAll()).toMatchObject({ isWhole: true })
  return residentMemory(world.service.pid).peak
}

/**
 * A peak varies by as much as the limit with the time of garbage collection. Memory that is held for each byte would exceed the
 * limit in every try.
 */
const tries = 3

const it = onSubmissions.extend('handedIn', { scope: 'file' }, async ({ world }) => ({
  small: await world.handIn(mebibyte),
  medium: await world.handIn(256 * mebibyte),
  large: await world.handIn(4096 * mebibyte),
}))
