import type { IssueCode } from '../errors/error-codes.ts'
import type { Issue } from '../errors/domain-error.ts'
import { blankMessage, isBlank } from '../documents/required-text.ts'
import { jsonPath, type PathSegment } from '../json/json-path.ts'
import { toHundredths } from './hundredths.ts'
import type { Localized } from './rubric-document.ts'
import { rubricLimits } from './rubric-limits.ts'

const idForm = /^[a-z0-9][a-z0-9-]{0,39}$/

export class IssueList {
  readonly issues: Issue[] = []
  readonly #languages: ReadonlySet<string>

  constructor(languages: readonly string[]) {
    this.#languages = new Set(languages)
  }

  add(at: readonly PathSegment[], code: IssueCode, message: string): void {
    this.issues.push({ path: jsonPath(at), code, message })
  }

  checkCount(at: readonly PathSegment[], items: readonly unknown[], [least, most]: readonly [number, number]): void {
    if (items.length < least) this.add(at, 'too_short', `Must have at least ${least} item(s).`)
    if (items.length > most) this.add(at, 'too_long', `Must have at most ${most} items.`)
  }

  /** The number must lie within the bounds. With `isWhole` it must be an integer, otherwise it may have two decimal places. */
  checkNumber(
    at: readonly PathSegment[],
    value: number,
    { min, max, isWhole = false }: { readonly min: number; readonly max: number; readonly isWhole?: boolean },
  ): void {
    if (isWhole && !Number.isInteger(value)) this.add(at, 'invalid_type', 'Must be integer.')
    else if (toHundredths(value) === null) this.add(at, 'invalid_value', 'At most two decimal places.')
    if (value < min) this.add(at, 'too_small', `Must be at least ${min}.`)
    if (value > max) this.add(at, 'too_large', `Must be at most ${max}.`)
  }

  checkIds(at: readonly PathSegment[], items: readonly { readonly id: string }[]): void {
    const seen = new Set<string>()
    for (const [index, { id }] of items.entries()) {
      const here = [...at, index, 'id']
      if (!idForm.test(id)) this.add(here, 'invalid_format', 'Must be 1 to 40 of a-z, 0-9 and -, and not begin with -.')
      else if (seen.has(id)) this.add(here, 'duplicate', 'Duplicate item.')
      seen.add(id)
    }
  }

  /** A text must have at least one language, and only languages of the course. It may be absent. */
  checkText(at: readonly PathSegment[], text: Localized | undefined): void {
    if (text === undefined) return
    const entries = Object.entries(text)
    if (entries.length === 0) this.add(at, 'too_short', 'Must be in at least one language.')
    for (const [language, words] of entries) {
      const here = [...at, language]
      if (!this.#languages.has(language)) this.add(here, 'invalid_value', 'The course has no such language.')
      if (words === '') this.add(here, 'too_short', 'Must have at least 1 character(s).')
      else if (isBlank(words)) this.add(here, 'invalid_format', blankMessage)
      if (isLonger(words, rubricLimits.textLength))
        this.add(here, 'too_long', `Must have at most ${rubricLimits.textLength} characters.`)
    }
  }
}

/** Characters outside the basic plane are two UTF-16 units each. */
function isLonger(text: string, limit: number): boolean {
  return text.length > 2 * limit || (text.length > limit && Array.from(text).length > limit)
}
