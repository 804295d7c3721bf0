import { jsonPath } from '@course-grading/domain/json/json-path'
import { type Fields, paths } from './fields.ts'
import { nameOfAnnotation, nameOfField, type Naming } from './name-of-field.ts'
import { tooManyIn } from './stored-texts.ts'
import { isCount } from './typed-values.ts'
import type { Issue } from './issue.ts'

/** What is missing or wrong, and where in the documents: a path such as `$.scores.structure`. */
export interface Gap {
  readonly path: string
  readonly text: string
  /** The text without the name of the field. */
  readonly what: string
}

/** A sentence for each issue, which names the field. */
export const gapsOf = (issues: readonly Issue[], fields: Fields, naming: Naming): Gap[] =>
  issues
    .filter(({ code }) => code !== 'changed')
    .map(({ path, code }) => {
      const name = nameOf(path, code, fields, naming)
      const many = code === 'too_long' ? tooManyIn(fieldPathOf(path), fields[fieldPathOf(path)] ?? '') : 0
      const what = many > 0 ? naming.texts.live.tooLong(many) : whatOf(fieldPathOf(path), code, naming)
      return { path, what, text: name === '' ? what : `${name}: ${what}` }
    })

function whatOf(field: string, code: string, { texts: { grading, live } }: Naming): string {
  const { gaps, otherGap } = grading
  if (code === 'unreadable') return isCount(field) ? live.noCount : live.unreadable
  if (code === 'invalid_value' && /^annotations.*\/body$/.test(field)) return live.emptied
  return Object.hasOwn(gaps, code) ? gaps[code as keyof typeof gaps] : otherGap
}

/** What is missing is of the criterion, and what does not fit is of one of its fields. */
const ofValues: readonly string[] = ['too_long', 'invalid_value', 'invalid_format', 'unreadable']

function nameOf(path: string, code: string, fields: Fields, naming: Naming): string {
  const { adjustment, feedback, note, take } = naming.texts.grading
  const field = fieldPathOf(path)
  const [kind, id = ''] = field.split('/')
  if (kind === 'annotations') return nameOfAnnotation(id, fields, naming)
  // What was made of the whole feedback.
  if (kind === 'feedback') return feedback
  if (field === 'note') return note
  if (field === 'reason') return take.why
  if (field === paths.adjustment) return adjustment
  return nameOfField(kind === 'scores' && !ofValues.includes(code) ? `scores/${id}` : field, fields, naming) ?? ''
}

/** The field's path for an issue's path such as `$.annotations["1a"].body`. */
export const fieldPathOf = (path: string): string =>
  Array.from(path.matchAll(/\.([\w-]+)|\["([^"]+)"\]/g), ([, plain, quoted]) => plain ?? quoted).join('/')

export const gapsAt = (gaps: readonly Gap[], ...path: readonly string[]): Gap[] =>
  gaps.filter((gap) => isBelow(gap.path, jsonPath(path)))

export const isBelow = (path: string, above: string): boolean =>
  path === above || path.startsWith(`${above}.`) || path.startsWith(`${above}[`)
