import { parse, Scalar } from 'yaml'

export type ScalarValue = string | number | boolean | null

/** Words that older readers of YAML take for a boolean; Norwegian is one of them. */
const booleanOfOld = /^(?:y|n|yes|no|on|off)$/i
const plain = /^\.?\p{L}[\p{L}\p{N}_./+ -]*(?<! )$/u
/** Shown as something else, or as nothing. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu

/** A scalar of YAML that reads as the value everywhere, in the manner of `like` where it has quotes. */
export function scalarText(value: ScalarValue, like?: unknown): string {
  if (typeof value !== 'string') return String(value)
  const quotes = like instanceof Scalar ? like.type : undefined
  const isPrintable = value.search(unprintable) < 0
  if (quotes === Scalar.QUOTE_SINGLE && isPrintable) return `'${value.replaceAll("'", "''")}'`
  const mayBePlain = plain.test(value) && isPrintable && !booleanOfOld.test(value) && parse(value) === value
  return mayBePlain && quotes !== Scalar.QUOTE_DOUBLE ? value : quoted(value)
}

/** A text in quotes in which each character shows. It is JSON, and YAML. */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(unprintable, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

export function flowText(value: unknown, like?: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item: unknown) => flowText(item, like)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return scalarText(value as ScalarValue, like)
  return `{${Object.entries(value)
    .map(([name, member]) => `${name}: ${flowText(member)}`)
    .join(', ')}}`
}

/** An entry of a list of lines: a scalar, or an object with a field in each line. */
export function blockItem(value: unknown, indent: string, lineBreak: string, like?: unknown): string {
  if (typeof value !== 'object' || value === null) return `${indent}- ${flowText(value, like)}`
  const fields = Object.entries(value).map(([name, member]) => `${name}: ${flowText(member)}`)
  return `${indent}- ${fields.join(`${lineBreak}${indent}  `)}`
}
