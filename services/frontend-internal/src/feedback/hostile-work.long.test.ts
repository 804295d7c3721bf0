import { fullRun } from '@course-grading/data/testing/full-run'
import { anyHostileText, hostileTexts } from '@course-grading/markdown/testing/hostile-texts'
import { pageProblems } from '@course-grading/markdown/testing/page-problems'
import { sanitiseFeedback } from '@course-grading/markdown/sanitise-feedback'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { isStorable, it, previewOf, shownOf } from './hostile-work.fixture.ts'

const seed = Date.now() % 2 ** 31

describe(`what is typed in any place, with seed ${seed}`, () => {
  it(
    'runs, loads and sends nothing, and leaves nothing open, in thousands of texts',
    { timeout: 3_000_000 },
    async ({ world }) => {
      expect(texts.length).toBeGreaterThan(3_000)
      for (let first = 0; first < texts.length; first += together) {
        const some = texts.slice(first, first + together)
        const shown = await shownOf(world, some)
        const wrong = shown.flatMap(([where, html]) => pageProblems(html).map((problem) => ({ where, problem, html })))
        expect(wrong, `from ${first}`).toEqual([])
        expect(shown.filter(([, html]) => sanitiseFeedback(html) !== html)).toEqual([])
        for (const text of some) {
          const html = await previewOf(world, text)
          expect(pageProblems(html), text).toEqual([])
        }
      }
    },
  )
})

/** The number of texts in one document. */
const together = 60

const anyText = anyHostileText.filter((text) => text.trim() !== '' && isStorable(text))

const texts = [...hostileTexts().filter(isStorable), ...fc.sample(anyText, { numRuns: fullRun ? 20_000 : 600, seed })]
