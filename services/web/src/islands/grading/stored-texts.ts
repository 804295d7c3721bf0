import { paths } from './fields.ts'

/** The text without NUL and halves of surrogate pairs, which no database stores. */
export const storableText = (text: string): string => text.replaceAll(/[\0\p{Surrogate}]/gu, '')

/** The most characters of a text by its field, as the contract has them. */
export const longestTexts = {
  comment: 20_000,
  privateNote: 20_000,
  reason: 500,
  note: 500,
  body: 200_000,
  annotation: 10_000,
}

/** How many characters of a field's text are too many. */
export function tooManyIn(path: string, text: string): number {
  const most = longestIn(path)
  if (most === null || text.length <= most) return 0
  return Math.max(0, Array.from(text).length - most)
}

function longestIn(path: string): number | null {
  if (path.startsWith('annotations/')) return longestTexts.annotation
  if (path.endsWith('/comment')) return longestTexts.comment
  const name = path === paths.reason ? 'reason' : path
  return Object.hasOwn(longestTexts, name) ? longestTexts[name as keyof typeof longestTexts] : null
}
