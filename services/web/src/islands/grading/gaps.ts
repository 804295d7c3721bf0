import { jsonPath } from '@course-grading/domain/json/json-path'
import type { Fields } from './fields.ts'
import { type NamedFields, readName } from './field-names.ts'
import { labelOf, nameOfAnnotation, nameOfCriterion, type Naming } from './name-of-field.ts'
import { toNames } from './read-fields.ts'
import { tooManyIn } from './stored-texts.ts'
import type { Issue } from './issue.ts'

/** What is missing or wrong, and where in the documents: a path such as `$.scores.structure`. */
export interface Gap {
  readonly path: string
  readonly text: string
  /** The text without the name of the field. */
  readonly what: string
}

/** Reasons as they were typed, which are no fields of the documents. */
type Reasons = Readonly<Partial<Record<'note' | 'reason', string>>>

/** A sentence for each issue, which names the field. */
export const gapsOf = (issues: readonly Issue[], fields: Fields, naming: Naming, reasons: Reasons = {}): Gap[] =>
  issues
    .filter(({ code }) => code !== 'changed')
    .map(({ path, code }) => {
      const name = nameOf(path, code, fields, naming)
      const many = code === 'too_long' ? tooManyAt(fieldNameOf(path), fields, reasons) : 0
      const what = many > 0 ? naming.texts.live.tooLong(many) : whatOf(path, code, naming)
      return { path, what, text: name === '' ? what : `${name}: ${what}` }
    })

function tooManyAt(name: string, fields: Fields, reasons: Reasons): number {
  const texts: NamedFields = { ...toNames(fields), ...reasons }
  return tooManyIn(name, texts[name] ?? '')
}

function whatOf(path: string, code: string, { texts: { grading, live } }: Naming): string {
  const { gaps, otherGap } = grading
  const [part, , member] = segmentsOf(path)
  if (code === 'unreadable') return part === 'scores' && member === 'checks' ? live.noCount : live.unreadable
  if (code === 'invalid_value' && part === 'annotations' && member === 'body') return live.emptied
  return Object.hasOwn(gaps, code) ? gaps[code as keyof typeof gaps] : otherGap
}

/** What is missing is of the criterion, and what does not fit is of one of its fields. */
const ofValues: readonly string[] = ['too_long', 'invalid_value', 'invalid_format', 'unreadable']

function nameOf(path: string, code: string, fields: Fields, naming: Naming): string {
  const { adjustment, points, reason, feedback, note, take } = naming.texts.grading
  const [part, id = ''] = segmentsOf(path)
  const field = readName(fieldNameOf(path))
  switch (part) {
    case 'annotations':
      return nameOfAnnotation(fields.annotations.get(id)?.place, naming)
    // What was made of the whole feedback.
    case 'feedback':
      return feedback
    case 'note':
      return note
    case 'reason':
      return take.why
    case 'adjustment':
      return id === 'points' ? adjustment : `${adjustment}: ${id === 'reason' ? reason : points}`
    case 'scores':
      return field === null || !ofValues.includes(code)
        ? nameOfCriterion(id, naming)
        : (labelOf(field, fields, naming) ?? '')
    default:
      return field === null ? id : (labelOf(field, fields, naming) ?? '')
  }
}

/** The members of an issue's path such as `$.annotations["1a"].body`. */
const segmentsOf = (path: string): string[] =>
  Array.from(path.matchAll(/\.([\w-]+)|\["([^"]+)"\]/g), ([, plain, quoted]) => plain ?? quoted ?? '')

/** The name of the field at an issue's path. */
export const fieldNameOf = (path: string): string => segmentsOf(path).join('/')

export const gapsAt = (gaps: readonly Gap[], ...path: readonly string[]): Gap[] =>
  gaps.filter((gap) => isBelow(gap.path, jsonPath(path)))

export const isBelow = (path: string, above: string): boolean =>
  path === above || path.startsWith(`${above}.`) || path.startsWith(`${above}[`)
