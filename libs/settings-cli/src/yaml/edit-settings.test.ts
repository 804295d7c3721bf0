import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameSettings } from '../comparison/three-way.ts'
import { editSettings } from './edit-settings.ts'
import { arbitraryLayout, arbitrarySettings, layOut } from './layouts.fixture.ts'
import { readSettingsText } from './read-settings.ts'

describe('editSettings', () => {
  it('brings any settings into any layout of any others', () => {
    fc.assert(
      fc.property(arbitrarySettings, arbitrarySettings, arbitraryLayout, (before, after, layout) => {
        const source = sourceOf(layOut(before, layout))
        const edited = editSettings(source, sourceOf(JSON.stringify(after)).settings)
        if (!('source' in edited)) throw new Error(`refused: ${JSON.stringify(edited.faults)}\n${source.text}`)
        expect(isSameSettings(edited.source.settings, sourceOf(JSON.stringify(after)).settings)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

function sourceOf(text: string) {
  const reading = readSettingsText(text)
  if ('faults' in reading) throw new Error(`${JSON.stringify(reading.faults)}\n${text}`)
  return reading
}
