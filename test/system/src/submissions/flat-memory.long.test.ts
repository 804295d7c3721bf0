import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetPeak, residentMemory } from './process-memory.ts'
import { type HandedIn, mebibyte, startSubmissionsWorld, type SubmissionsWorld } from './submissions-world.ts'

const [small, medium, large] = [mebibyte, 256 * mebibyte, 4096 * mebibyte]
/**
 * The number of streams of 256 MiB before the measurement. The heap of a process grows to its working size over the first
 * gigabytes, whatever it does.
 */
const warmUps = 8
const maxDifference = 20 * mebibyte
/**
 * A peak varies by as much as the limit with the time of garbage collection. Memory that is held for each byte would exceed the
 * limit in every try.
 */
const tries = 3

let world: SubmissionsWorld
beforeAll(async () => {
  world = await startSubmissionsWorld()
})
afterAll(() => world.stop())

/** The most memory that the service used while it streamed this. */
async function peakOf(path: string): Promise<number> {
  forgetPeak(world.service.pid)
  const reply = await world.open(path)
  expect(reply.status).toBe(200)
  expect(await reply.readAll()).toMatchObject({ isWhole: true })
  return residentMemory(world.service.pid).peak
}

describe('the memory of the service', { timeout: 900_000 }, () => {
  describe.each(['file', 'archive'] as const)('while it streams the %s', (kind) => {
    let handedIn: Record<'small' | 'medium' | 'large', HandedIn>
    beforeAll(async () => {
      const [first, second, third] = await Promise.all([small, medium, large].map((size) => world.handIn(size)))
      handedIn = { small: first!, medium: second!, large: third! }
      for (let turn = 0; turn < warmUps; turn += 1) await peakOf(handedIn.medium[kind])
    })

    it.each([
      ['256 MiB', 'medium'],
      ['4 GiB', 'large'],
    ] as const)(`of %s is that of 1 MiB`, async (_name, size) => {
      const differences: number[] = []
      for (let turn = 0; turn < tries && !differences.some((difference) => difference < maxDifference); turn += 1) {
        const least = await peakOf(handedIn.small[kind])
        differences.push((await peakOf(handedIn[size][kind])) - least)
      }
      expect(Math.min(...differences)).toBeLessThan(maxDifference)
    })
  })

  it('is not more after many answers of 25 MiB', async () => {
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
