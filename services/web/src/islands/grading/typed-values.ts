import { formatTyped, readNumber } from '@course-grading/domain/localisation/numbers'
import { storableText } from './stored-texts.ts'
import type { Locale } from '../../texts/texts.ts'

export const isCount = (path: string): boolean => /^scores\/[^/]+\/checks\//.test(path)
export const isNumber = (path: string): boolean => path.endsWith('/points') || isCount(path)

/** The number that a field holds; null for a text that is none. A count is whole, and not below 0. */
export function numberAt(path: string, text: string): number | null {
  const number = readNumber(text)
  return number !== null && isCount(path) && !(Number.isInteger(number) && number >= 0) ? null : number
}

/** What a field holds once somebody typed a text into it: a number as the server writes it, and one that cannot be read as it was typed. */
export function valueOf(path: string, typed: string): string {
  if (!isNumber(path)) return storableText(typed)
  if (typed.trim() === '') return ''
  const number = numberAt(path, typed)
  if (number === null) return typed
  return isCount(path) && number === 0 ? '' : String(number)
}

/** The text of a number's field for a reader. A check that was not counted applies no times. */
export function shownNumber(path: string, value: string | undefined, locale: Locale): string {
  const text = value ?? (isCount(path) ? '0' : '')
  const number = numberAt(path, text)
  return number === null ? text : formatTyped(locale, number)
}

interface Steps {
  readonly step: number
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** The next number up (1) or down (-1), on the steps that begin at `min`, and within the limits. */
export function stepped(number: number, by: 1 | -1, { step, min, max }: Steps): number {
  const [at, unit, first] = [number, step, min ?? number].map(hundredths) as [number, number, number]
  const below = first + Math.floor((at - first) / unit) * unit
  const next = by === 1 ? below + unit : below === at ? at - unit : below
  const last = max === undefined ? next : first + Math.floor((hundredths(max) - first) / unit) * unit
  return Math.max(min === undefined ? next : first, Math.min(last, next)) / 100
}

const hundredths = (number: number): number => Math.round(number * 100)
