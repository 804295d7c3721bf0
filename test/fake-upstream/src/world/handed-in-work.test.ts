import { describe, expect, it } from 'vitest'
import { handedInWork } from './handed-in-work.ts'

const kinds = (['python', 'scala'] as const).flatMap((language) =>
  (['en', 'fi'] as const).map((locale) => [language, locale] as const),
)

describe('handedInWork', () => {
  it.each(kinds)('has in %s and %s programs of 40 to 120 lines and reports of some paragraphs', (language, locale) => {
    for (const number of [1, 7, 13]) {
      const { program, report } = handedInWork(language, locale, number)
      const lines = program.trimEnd().split('\n').length
      expect([lines >= 40, lines <= 120]).toEqual([true, true])
      expect(report.split('\n\n').length).toBeGreaterThanOrEqual(4)
    }
  })

  it('is the same for the same number, and names it, so that no two programs are the same', () => {
    expect(handedInWork('python', 'en', 1)).toEqual(handedInWork('python', 'en', 1))
    expect(handedInWork('python', 'en', 31).program).toContain('# Submission 31\n')
  })
})
