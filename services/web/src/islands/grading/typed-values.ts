import { formatTyped, readNumber } from '@course-grading/domain/localisation/numbers'
import type { TypedNumber } from './fields.ts'
import type { Locale } from '../../texts/texts.ts'

/** What is held of points that somebody typed: a text that is no number stays as it was typed. */
export const readPoints = (typed: string): TypedNumber => (typed.trim() === '' ? '' : (readNumber(typed) ?? typed))

/** How many times a check applies: a count is whole, and not below 0. A check that applies no times is not counted. */
export function readCount(typed: string): TypedNumber {
  const number = readPoints(typed)
  if (number === 0) return ''
  return typeof number === 'string' || (Number.isInteger(number) && number > 0) ? number : typed
}

export const isUnreadable = (typed: TypedNumber): boolean => typeof typed === 'string' && typed !== ''

/** The text of a number's field for a reader. */
export const shownNumber = (typed: TypedNumber, locale: Locale): string =>
  typeof typed === 'number' ? formatTyped(locale, typed) : typed

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
