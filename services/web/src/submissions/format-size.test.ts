import { expect, it } from 'vitest'
import { formatSize } from './format-size.ts'

it.each([
  ['en', 1, '1 byte'],
  ['en', 999, '999 bytes'],
  ['en', 1_234, '1.2 kB'],
  ['en', 65_537, '65.5 kB'],
  ['en', 999_499, '999 kB'],
  ['en', 999_500, '1 MB'],
  ['fi', 5_242_880, '5,2 Mt'],
] as const)('in %s, %i bytes are %s', (locale, bytes, text) => {
  expect(formatSize(locale, bytes).replaceAll(/\s/g, ' ')).toBe(text)
})
