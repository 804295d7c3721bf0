import { recordIdPattern } from '@course-grading/contracts/schemas/paging'
import { readJson } from '@course-grading/domain/json/read-json'
import { HttpError } from '@course-grading/http-kit'
import { tooMany } from '../http/read-form.ts'
import { type Fields, isPath } from '../islands/grading/fields.ts'
import type { GradingStart } from '../islands/grading/grading-start.ts'

/** What a form was drawn from. A save sends what differs from these fields, and names these revisions. */
export interface Drawn {
  /** The person for whom the form was drawn: another one may have signed in since. */
  readonly userId: number
  readonly assessmentRevision: number
  readonly feedbackId: string
  readonly feedbackRevision: number
  readonly fields: Fields
}

export const drawnFrom = ({ userId, assessment, feedback, fields }: GradingStart): Drawn => ({
  userId,
  assessmentRevision: assessment.revision,
  feedbackId: feedback.id,
  feedbackRevision: feedback.revision,
  fields,
})

/** The hidden field `drawn`, its members counted before they are parsed. The boundary checks the save anyway. @throws HttpError validation_failed */
export function readDrawn(text: string | null, maxMembers: number): Drawn {
  const reading = readJson(Buffer.from(text ?? ''), { maxMembers })
  if (!reading.ok && reading.issue.code === 'too_large') throw tooMany()
  const drawn = (reading.ok ? reading.value : null) as Partial<Drawn> | null
  const { userId, assessmentRevision, feedbackId, feedbackRevision, fields } = drawn ?? {}
  const isDrawn =
    [userId, assessmentRevision, feedbackRevision].every(
      (number) => Number.isSafeInteger(number) && Number(number) >= 0,
    ) &&
    new RegExp(recordIdPattern).test(feedbackId ?? '') &&
    typeof fields === 'object' &&
    Object.entries(fields ?? { none: null }).every(isField)
  if (!isDrawn) throw new HttpError('validation_failed')
  return drawn as Drawn
}

function isField([path, value]: [path: string, value: unknown]): boolean {
  if (!isPath(path) || typeof value !== 'string') return false
  return path.endsWith('/place') ? isPlace(value) : !path.endsWith('/snippet') || isSnippet(value)
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
