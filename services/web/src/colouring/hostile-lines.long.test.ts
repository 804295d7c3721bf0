import { createThreadRunner } from '@course-grading/concurrency'
import { highlightLanguages } from '@course-grading/contracts/settings/highlight-languages'
import { expect, it, onTestFinished } from 'vitest'
import { colouredLines } from './coloured-lines.ts'
import type { Colouring } from './colour-lines.ts'

/** What a student may repeat in one line: letters, digits, blanks, quotes, brackets, and what opens or continues something. */
const repeated = [
  'a',
  'A',
  '0',
  '_',
  '-',
  ' ',
  '\t',
  '"',
  "'",
  '`',
  '/',
  '\\',
  '(',
  ')',
  '[',
  '{',
  '}',
  '<',
  '>',
  '=',
  ':',
  '*',
  '#',
  '$',
  '@',
  '.',
  'a ',
  'a.',
  'a(',
  '/*',
  '<a ',
  '"a',
  '\\"',
  '${',
]

it.each(highlightLanguages)(
  'no line of %s that repeats one thing takes two seconds',
  async (language) => {
    const grammar = import.meta.resolve(`@shikijs/langs/${language}`)
    const runner = createThreadRunner<Colouring, number>(
      new URL('./measured-thread.fixture.ts', import.meta.url),
      { name: 'colouring', resourceLimits: { maxOldGenerationSizeMb: 192 } },
      { limitMs: 30_000, waitMs: 60_000 },
    )
    onTestFinished(() => runner.close())
    const slow: unknown[] = []
    for (const text of ['cold', ...repeated]) {
      const lines = colouredLines(language, [text.repeat(2_000).slice(0, 2_000), text.repeat(500).slice(0, 500)])
      const ms = await runner.run({ language, grammar, lines, withinMs: 60_000 })
      if (typeof ms !== 'number' || ms > 2_000) slow.push([text, ms])
    }
    expect(slow).toEqual([])
  },
  120_000,
)
