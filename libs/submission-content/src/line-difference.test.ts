import { afterEach, describe, expect, it } from 'vitest'
import { createLineDifference, type LineDifference, type LineDifferenceOptions } from './line-difference.ts'
afterEach(async () => {
  await Promise.all(open.splice(0).map((difference) => difference.close()))
  expect(errors.splice(0)).toEqual([])
})

describe('createLineDifference', () => {
  it('returns changed lines of texts and of bytes, and leaves the bytes to the caller', async () => {
    const difference = started()
    const bytes = Buffer.from('a\nc\nb\nd\n')
    expect(await difference.changedLines('a\nb\n', bytes)).toEqual([
      [2, 2],
      [4, 4],
    ])
    expect(await difference.changedLines(bytes, bytes)).toEqual([])
    expect(bytes.toString()).toBe('a\nc\nb\nd\n')
  })

  it('returns the pairs of ranges that turn one text into the other', async () => {
    const pairs = await started().changedPairs('a\nb\nc\n', 'a\r\nx\r\ny\r\nc\r\nd\r\n')
    expect(pairs).toEqual([
      { before: [1, 2], after: [1, 3] },
      { before: [3, 3], after: [4, 5] },
    ])
  })

  it('does not compare more than 20,000 lines', async () => {
    const difference = started()
    expect(await difference.changedLines('', 'x\n'.repeat(20_000))).toEqual([[1, 20_000]])
    expect(await difference.changedLines('', 'x\n'.repeat(20_001))).toBeUndefined()
    expect(await difference.changedLines('x\n'.repeat(20_001), '')).toBeUndefined()
  })

  it('ends a comparison that takes longer than allowed, and makes the next one', async () => {
    const difference = started({ limitMs: 100 })
    expect(await difference.changedLines(shuffled(1, 20_000), shuffled(2, 20_000))).toBeUndefined()
    // As often as a machine under load needs.
    await expect.poll(() => difference.changedLines('', 'a')).toEqual([[1, 1]])
  })

  it('does not block the event loop during a comparison of 20,000 different lines', async () => {
    const difference = started()
    await difference.changedLines('', 'a')
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    await difference.changedLines(shuffled(3, 20_000), shuffled(4, 20_000))
    clearInterval(timer)
    expect(turns).toBeGreaterThan(10)
  })
})

const open: LineDifference[] = []
const errors: unknown[] = []

/** Starts with long limits, since a machine under load may be slow. A test of a limit gives that limit itself. */
function started(options: LineDifferenceOptions = {}): LineDifference {
  const difference = createLineDifference({
    limitMs: 60_000,
    waitMs: 60_000,
    onError: (error) => errors.push(error),
    ...options,
  })
  open.push(difference)
  return difference
}

/** A file of the same few lines in a shuffled order, which is the hardest case for a comparison. */
function shuffled(seed: number, count: number): string {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return `line ${state % 31}\n`
  }).join('')
}
