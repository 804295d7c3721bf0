/** Direction, joiners and controls that a page does not draw, and spaces that look like others. A tabulator is seen as what it is. */
const unseen = /[[\p{DI}\p{Cc}\p{Zl}\p{Zp}\p{Zs}\u2800\uFFF9-\uFFFB]--[\t ]]/v
/** What joins the parts of an emoji belongs to it: of people, keycaps and flags. */
const emoji =
  /\p{ExtPict}(?:\p{EMod}|[\uFE0E\uFE0F])?(?:\u200D\p{ExtPict}(?:\p{EMod}|[\uFE0E\uFE0F])?)*|[0-9#*]\uFE0F\u20E3/v
const flag = /\u{1F3F4}\u{E0067}\u{E0062}[\u{E0061}-\u{E007A}]{3}\u{E007F}/v
const emojiOrUnseen = new RegExp(`${flag.source}|${emoji.source}|(?<character>${unseen.source})`, 'gv')

export interface TextPart {
  readonly text: string
  /** Such as `U+202E`, of one character that is not seen; null of what is seen. */
  readonly code: string | null
}

/** Divides a text at each character that is not seen, such as those with which code is read otherwise than it runs. */
export function unseenParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const index of placesOfUnseen(text)) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0)
    if (index > end) parts.push({ text: text.slice(end, index), code: null })
    parts.push({ text: character, code: codeOf(character) })
    end = index + character.length
  }
  return end < text.length ? [...parts, { text: text.slice(end), code: null }] : parts
}

export function* placesOfUnseen(text: string): Generator<number> {
  if (!unseen.test(text)) return
  for (const { groups, index } of text.matchAll(emojiOrUnseen)) if (groups?.['character'] !== undefined) yield index
}

/** The text with `[U+202E]` in place of a character that is not seen, for where nothing else marks it. */
export function withCodePoints(text: string): string {
  return unseenParts(text)
    .map((part) => (part.code === null ? part.text : `[${part.code}]`))
    .join('')
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
