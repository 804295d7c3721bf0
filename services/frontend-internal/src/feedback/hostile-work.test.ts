import { anyHostileText, hostileTexts } from '@course-grading/markdown/testing/hostile-texts'
import { pageProblems } from '@course-grading/markdown/testing/page-problems'
import { sanitiseFeedback } from '@course-grading/markdown/sanitise-feedback'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HostileWorld, isStorable, previewOf, shownOf, startHostileWorld } from './hostile-work.fixture.ts'

let world: HostileWorld
beforeAll(async () => {
  world = await startHostileWorld()
})
afterAll(() => world.service.stop())

const seed = Date.now() % 2 ** 31
const known = fc.sample(fc.constantFrom(...hostileTexts().filter(isStorable)), { numRuns: 60, seed })
const made = fc.sample(
  anyHostileText.filter((text) => text.trim() !== '' && isStorable(text)),
  { numRuns: 60, seed },
)

describe(`what is typed in any place, with seed ${seed}`, () => {
  it.each([
    ['known', known],
    ['made', made],
  ])(
    'runs, loads and sends nothing, and leaves nothing open, in what students and A+ get: %s texts',
    async (_, texts) => {
      const shown = await shownOf(world, texts)
      // A result has a body, annotations and comments; a document about the student has no comments.
      expect(shown.length).toBe(1 + (1 + texts.length + 3) + (1 + texts.length))
      expect(shown.flatMap(([where, html]) => pageProblems(html).map((problem) => ({ where, problem, html })))).toEqual(
        [],
      )
      expect(shown.filter(([, html]) => sanitiseFeedback(html) !== html)).toEqual([])
    },
  )

  it('runs, loads and sends nothing in a preview, which is the same each time', async () => {
    for (const text of [...known, ...made].slice(40, 80)) {
      const html = await previewOf(world, text)
      expect(text).toEqual(text)
      expect(pageProblems(html)).toEqual([])
      expect(await previewOf(world, text)).toBe(html)
    }
  })
})
