import { highlightLanguages } from '@course-grading/contracts/settings/highlight-languages'
import { expect, it } from 'vitest'
import { unpackTokens } from '../colouring/code-tokens.ts'
import { colourLines } from '../colouring/colour-lines.ts'

it.each(highlightLanguages)('%s has a grammar that this engine reads, to the end of a text', async (language) => {
  const grammar = import.meta.resolve(`@shikijs/langs/${language}`)
  const colours = await colourLines({ language, grammar, lines, withinMs: 60_000 })
  expect(unpackTokens(colours).length).toBe(lines.length)
})

const lines = [
  '# Title *of* `a`',
  'class A { int x = 1; "str" /* c */ }',
  '<a href="x">y</a> <!-- c -->',
  "def f(x): return 'a' + x[0]",
  '',
  '-- foo; let x = (y => y) % 3.5e1',
  'SELECT a FROM b WHERE c = 1;',
  '\\begin{x} {{ y }} ${z} @w',
]
