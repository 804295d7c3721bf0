import { anyHostileText, hostileTexts } from '@course-grading/markdown/testing/hostile-texts'
import { pageProblems } from '@course-grading/markdown/testing/page-problems'
import { sanitiseFeedback } from '@course-grading/markdown/sanitise-feedback'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { isStorable, it, previewOf, type Shown, shownOf } from './hostile-work.fixture.ts'

const seed = Date.now() % 2 ** 31
const known = fc.sample(fc.constantFrom(...hostileTexts().filter(isStorable)), { numRuns: 60, seed })
const made = fc.sample(
  anyHostileText.filter((text) => text.trim() !== '' && isStorable(text)),
  { numRuns: 60, seed },
)

describe(`what is typed in any place, with seed ${seed}`, () => {
  it.for([
    ['known', known],
    ['made', made],
  ] as const)(
    'runs, loads and sends nothing, and leaves nothing open, in what others get: %s texts',
    async ([_, texts], { world }) => {
      const shown = await shownOf(world, texts)
      // A result has a body, annotations and comments; a document about the student has no comments.
      expect(shown.length).toBe(1 + (1 + texts.length + 3) + (1 + texts.length))
      expect(shown.flatMap(([where, html]) => pageProblems(html).map((problem) => ({ where, problem, html })))).toEqual(
        [],
      )
      expect(shown.filter(([, html]) => sanitiseFeedback(html) !== html)).toEqual([])
      // What the learning platform gets is made of what students read here.
      const [[, sent], ...read] = shown.slice(0, 5 + texts.length) as [Shown, ...Shown[]]
      expect(read.filter(([, html]) => !sent.includes(html))).toEqual([])
    },
  )

  it('runs, loads and sends nothing in a preview, which is the same each time', async ({ world }) => {
    for (const text of [...known, ...made].slice(40, 80)) {
      const html = await previewOf(world, text)
      expect(pageProblems(html), text).toEqual([])
      expect(await previewOf(world, text)).toBe(html)
    }
  })
})
