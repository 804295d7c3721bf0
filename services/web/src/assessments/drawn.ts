import { recordIdPattern } from '@course-grading/contracts/schemas/paging'
import { readJson } from '@course-grading/domain/json/read-json'
import { HttpError } from '@course-grading/http-kit'
import { tooMany } from '../http/read-form.ts'
import type { Fields } from '../islands/grading/fields.ts'
import { type NamedFields, readName } from '../islands/grading/field-names.ts'
import type { GradingStart } from '../islands/grading/grading-start.ts'
import { fromNames, toNames } from '../islands/grading/read-fields.ts'

/** What a form was drawn from. A save sends what differs from these fields, and names these revisions. */
export interface Drawn {
  /** The person for whom the form was drawn: another one may have signed in since. */
  readonly userId: number
  readonly assessmentRevision: number
  readonly feedbackId: string
  readonly feedbackRevision: number
  readonly fields: Fields
}

/** The same in a form, with the fields by their names. */
type SentDrawn = Omit<Drawn, 'fields'> & { readonly fields: NamedFields }

export const drawnFrom = ({ userId, assessment, feedback, fields }: GradingStart): SentDrawn => ({
  userId,
  assessmentRevision: assessment.revision,
  feedbackId: feedback.id,
  feedbackRevision: feedback.revision,
  fields: toNames(fields),
})

/** The hidden field `drawn`, its members counted before they are parsed. The boundary checks the save anyway. @throws HttpError validation_failed */
export function readDrawn(text: string | null, maxMembers: number): Drawn {
  const reading = readJson(Buffer.from(text ?? ''), { maxMembers })
  if (!reading.ok && reading.issue.code === 'too_large') throw tooMany()
  const drawn = (reading.ok ? reading.value : null) as Partial<SentDrawn> | null
  const { userId, assessmentRevision, feedbackId, feedbackRevision, fields } = drawn ?? {}
  const isDrawn =
    [userId, assessmentRevision, feedbackRevision].every(
      (number) => Number.isSafeInteger(number) && Number(number) >= 0,
    ) &&
    new RegExp(recordIdPattern).test(feedbackId ?? '') &&
    typeof fields === 'object' &&
    Object.entries(fields ?? { none: null }).every(isField)
  if (!isDrawn) throw new HttpError('validation_failed')
  return { ...(drawn as SentDrawn), fields: fromNames((drawn as SentDrawn).fields) }
}

function isField([name, value]: [name: string, value: unknown]): boolean {
  const of = readName(name)?.of
  if (of === undefined || typeof value !== 'string') return false
  return of === 'place' ? isPlace(value) : of !== 'snippet' || isSnippet(value)
}

function isPlace(text: string): boolean {
  const place = objectIn(text)
  return place !== null && 'anchor' in place && typeof place.anchor === 'object' && place.anchor !== null
}

const isSnippet = (text: string): boolean => objectIn(text) !== null

function objectIn(text: string): object | null {
  const reading = readJson(Buffer.from(text), { maxMembers: 20 })
  return reading.ok && typeof reading.value === 'object' ? reading.value : null
}
