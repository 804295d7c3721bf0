import fc from 'fast-check'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { anyText, wellFormedText } from './any-text.fixture.ts'
import { jsonOfText, unitsThatFit } from './json-text.ts'

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - '""'.length

describe('unitsThatFit', () => {
  it('returns the longest beginning that fits and ends between characters', () => {
    fc.assert(
      fc.property(wellFormedText(30), fc.nat({ max: 100 }), (whole, bytes) => {
        const units = unitsThatFit(whole, bytes)
        const next = String.fromCodePoint(whole.codePointAt(units) ?? 0)
        expect(bytesOf(whole.slice(0, units))).toBeLessThanOrEqual(bytes)
        expect(whole.slice(0, units).isWellFormed()).toBe(true)
        if (units < whole.length) expect(bytesOf(whole.slice(0, units) + next)).toBeGreaterThan(bytes)
      }),
      { numRuns: 500 },
    )
  })
})

describe('jsonOfText', () => {
  const sliceUnits = 64 * 1024
  const encoded = (json: string | Buffer[]): Buffer =>
    typeof json === 'string' ? Buffer.from(json) : Buffer.concat(json)
  const expectSame = async (text: string): Promise<void> => {
    const whole = Buffer.from(JSON.stringify(text))
    for (const maxBytes of [Infinity, whole.byteLength]) {
      const pieces = await jsonOfText(text, maxBytes)
      // A comparison of long texts by the test runner takes long.
      expect(pieces !== null && encoded(pieces).equals(whole)).toBe(true)
    }
    expect(await jsonOfText(text, whole.byteLength - 1)).toBeNull()
  }

  it('has the bytes of JSON.stringify, or none at all if they are too many', async () => {
    await fc.assert(fc.asyncProperty(anyText(40), expectSame), { numRuns: 500 })
  })

  it('has the same bytes where slices end, for any characters there', async () => {
    const around = fc.tuple(fc.nat({ max: 12 }), anyText(12), fc.integer({ min: 1, max: 2 }), anyText(12))
    await fc.assert(
      fc.asyncProperty(around, async ([before, border, slices, tail]) => {
        await expectSame('ä'.repeat(Math.max(0, slices * sliceUnits - before)) + border + tail)
      }),
      { numRuns: 60 },
    )
  })

  it.each(['😀', 'a😀', '\uD800', '\uDC00', 'a\uD800', '"', '\u0001'])(
    'has the same bytes for a long text of %j',
    async (character) => {
      await expectSame(character.repeat(Math.ceil((3 * sliceUnits + 5) / character.length)))
    },
  )

  it('lets other work run after each slice', async () => {
    let turns = 0
    let isDone = false
    const others = (async () => {
      while (!isDone) {
        turns += 1
        await setImmediate()
      }
    })()
    const pieces = await jsonOfText('a'.repeat(20 * sliceUnits), Infinity)
    isDone = true
    await others
    expect(turns).toBeGreaterThanOrEqual(20)
    if (!Array.isArray(pieces)) throw new Error('a long text has pieces')
    expect(Math.max(...pieces.map(({ byteLength }) => byteLength))).toBe(sliceUnits)
  })

  it('encodes nothing if a text of control characters is too large', async () => {
    const stringify = vi.spyOn(JSON, 'stringify')
    try {
      expect(await jsonOfText('\u0001'.repeat(5 * 1024 * 1024), 25 * 1024 * 1024)).toBeNull()
      expect(stringify).not.toHaveBeenCalled()
    } finally {
      stringify.mockRestore()
    }
  })
})
