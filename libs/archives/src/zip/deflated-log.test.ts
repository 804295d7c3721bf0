import { crc32, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DeflatedLog } from './deflated-log.ts'

describe('DeflatedLog', () => {
  it('returns the appended bytes, in parts and as one deflate stream', () => {
    fc.assert(
      fc.property(appended, (parts) => {
        const log = new DeflatedLog()
        for (const part of parts) log.append(part)
        const whole = Buffer.concat(parts)
        expect(Buffer.concat([...log.inflated()]).equals(whole)).toBe(true)
        expect(inflateRawSync(Buffer.concat(log.deflated())).equals(whole)).toBe(true)
        expect(log.sizeAndCrc()).toEqual({ sizeBytes: whole.length, crc: crc32(whole) })
      }),
      { numRuns: 50 },
    )
  })
})

const appended = fc.array(
  fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.integer({ min: 0, max: 200_000 }).map((length) => new Uint8Array(length).fill(65)),
  ),
  { maxLength: 20 },
)
