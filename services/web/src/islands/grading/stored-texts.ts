import { readName } from './field-names.ts'

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
export function tooManyIn(name: string, text: string): number {
  const most = longestIn(name)
  if (most === null || text.length <= most) return 0
  return Math.max(0, Array.from(text).length - most)
}

/** `note` is the reason for postponing, which is no field of the documents. */
function longestIn(name: string): number | null {
  const of = readName(name)?.of ?? name
  if (of === 'text') return longestTexts.annotation
  return Object.hasOwn(longestTexts, of) ? longestTexts[of as keyof typeof longestTexts] : null
}
