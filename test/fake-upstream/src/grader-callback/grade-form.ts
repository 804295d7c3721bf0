import { mediaTypeOf, type ApiRequest } from '../http/api-request.ts'
import { maxFieldBytes, readForm, tooLargeForm } from '../http/form.ts'

/** One of Django's limits for forms. */
const maxFields = 1000

/**
 * The fields of a grading POST, as strings; of a repeated key the last value counts. A JSON body reads as an empty
 * form.
 */
export function readGradeFields(request: ApiRequest): Map<string, string> {
  const { fields } = readForm(request)
  const isMultipart = mediaTypeOf(request.headers) === 'multipart/form-data'
  const tooLong = isMultipart && fields.some(([, value]) => Buffer.byteLength(value) > maxFieldBytes)
  if (fields.length > maxFields || tooLong) throw tooLargeForm()
  const read = new Map(fields)
  const feedback = read.get('feedback')
  if (feedback !== undefined) read.set('feedback', feedback.replaceAll('\0', '\\x00'))
  return read
}

export interface Grade {
  points: number
  /** Null if absent, which makes A+ fail with an exception. */
  maxPoints: number | null
  feedback: string
  /** True for any text but `false`, also for `0` and `no`. */
  isError: boolean
  notify: string
}

type Translate = (text: string) => string

/** The checked grade, or the form's errors in A+'s words. */
export function checkGrade(
  fields: ReadonlyMap<string, string>,
  translate: Translate,
): { grade: Grade } | { errors: string[] } {
  const errors: string[] = []
  const complain = (field: string, text: string): void => void errors.push(`${field}: ${translate(text)}`)
  const points = readInteger(fields.get('points'))
  const maxPoints = readInteger(fields.get('max_points'))
  if (points === null) complain('points', 'This field is required.')
  if (Number.isNaN(points)) complain('points', 'Enter a whole number.')
  if (points !== null && points < 0) complain('points', 'Ensure this value is greater than or equal to 0.')
  if (Number.isNaN(maxPoints)) complain('max_points', 'Enter a whole number.')
  if (maxPoints !== null && maxPoints < 0) complain('max_points', 'Ensure this value is greater than or equal to 0.')
  for (const field of ['grading_payload', 'grading_data', 'notify', 'lti_launch_id', 'lti_session_id', 'error']) {
    if (fields.get(field)?.includes('\0') === true) complain(field, 'Null characters are not allowed.')
  }
  if (points !== null && maxPoints !== null && maxPoints > 0 && points > maxPoints) {
    errors.push(`__all__: ${translate('Points greater than maximum points are not allowed.')}`)
  }
  if (errors.length > 0 || points === null) return { errors }
  const error = fields.get('error')?.trim() ?? ''
  return {
    grade: {
      points,
      maxPoints,
      feedback: fields.get('feedback')?.trim() ?? '',
      isError: error !== '' && error.toLowerCase() !== 'false',
      notify: fields.get('notify')?.trim() ?? '',
    },
  }
}

/** Null if absent or blank, NaN if it is not a whole number; `7.0` is whole. */
function readInteger(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return null
  const match = /^([+-]?\d+)(?:\.0*)?$/.exec(trimmed)
  return match === null ? Number.NaN : Number(match[1])
}
