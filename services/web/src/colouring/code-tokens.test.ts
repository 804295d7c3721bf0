import { expect, it } from 'vitest'
import { packTokens, type Token, unpackTokens } from './code-tokens.ts'

it.each<readonly [what: string, lines: Token[][]]>([
  ['no line', []],
  ['plain lines', [[], []]],
  [
    'a line that begins plain',
    [
      [
        [0, 4],
        [1, 6],
      ],
    ],
  ],
  [
    'lines of several',
    [
      [[1, 2_000]],
      [],
      [
        [5, 1],
        [0, 1],
        [6, 1],
      ],
    ],
  ],
])('tokens of %s are the same after packing and unpacking', (_what, lines) => {
  expect(unpackTokens(packTokens(lines))).toEqual(lines)
})
