import { constants, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstSignature, storedBlocks } from './stored-blocks.ts'

describe('storedBlocks', () => {
  it('inflate to the content, and have no signature of a record of a ZIP file', () => {
    fc.assert(
      fc.property(contents, (content) => {
        const blocks = Buffer.concat(storedBlocks(content))
        const inflated = inflateRawSync(blocks, { finishFlush: constants.Z_SYNC_FLUSH })
        expect(inflated.equals(content)).toBe(true)
        expect(firstSignature(blocks)).toBe(-1)
      }),
      { examples: [[Buffer.from(`${'x'.repeat(32_766)}PKx`)], [Buffer.from(`${'x'.repeat(32_765)}PK\u0003x`)]] },
    )
  })

  it.each(signatures.map((bytes) => ({ bytes })))('finds the signature $bytes where it stands', ({ bytes }) => {
    expect(firstSignature(Buffer.concat([Buffer.from('PK.'), bytes]))).toBe(3)
  })

  it.each([2, 3])('finds a signature of which the bytes have the first %i', (length) => {
    expect(firstSignature(Buffer.from('PK.PK\u0003').subarray(0, 3 + length))).toBe(3)
  })
})

const signatures = [
  [1, 2],
  [3, 4],
  [5, 6],
  [7, 8],
].map((last) => Buffer.from([0x50, 0x4b, ...last]))

/** Lengths whose two bytes, or whose inverted ones, are a part of a signature, and those around the limits of a block. */
const lengths = fc.constantFrom(0, 1, 0x4b50, 0x504b, 0xaf00, 0xb4af, 32_767, 32_768, 32_769, 65_535)
const contents = fc
  .array(
    fc.oneof(
      fc.constantFrom(...signatures),
      fc.constantFrom('P', 'K', 'PK', '\u0003\u0004', 'K\u0003\u0004').map((part) => Buffer.from(part)),
      lengths.map((length) => Buffer.alloc(length, 'x')),
    ),
    { maxLength: 8 },
  )
  .map((parts) => Buffer.concat(parts))
