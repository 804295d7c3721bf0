import { scanJsonText } from '../json/json-text.ts'
import { writeSendMark, type SendMark } from './delivery-mark.ts'

interface GradeToSend extends SendMark {
  /** Exact decimals, e.g. `7.50`: at most 9 digits before the point and 4 after it. */
  readonly points: string
  readonly maxPoints: string
  /** Sanitised. An empty text removes the feedback that stands upstream. */
  readonly feedbackHtml: string
  /** JSON text of an object that the student may read. */
  readonly payload: string
  readonly notify: boolean
}

export interface GradeFields {
  readonly points: string
  readonly max_points: string
  readonly feedback: string
  /** Any text but `remove`; absent where upstream is not to notify anybody. */
  readonly notify?: 'yes'
  readonly delivery_id: string
  readonly grading_payload: string
}

type GradeFormIssue =
  | 'points_format'
  | 'points_above_max'
  | 'points_too_large'
  | 'feedback_not_text'
  | 'payload_not_object'
  | 'delivery_id'
  | 'too_long'

type GradeForm =
  | { readonly ok: true; readonly fields: GradeFields; readonly body: string }
  | { readonly ok: false; readonly issue: GradeFormIssue }

const decimalForm = /^(?<whole>0|[1-9][0-9]{0,8})(?:\.(?<fraction>[0-9]{1,4}))?$/
/** Upstream keeps points in 32-bit integers. */
const maxUpstreamPoints = 2_147_483_647n
/** Characters of the encoded form, all ASCII. Upstream takes 2,621,440 bytes. */
const maxBody = 2_000_000
/** Control characters except tab and line ends; no text needs them. */
const controls = /[^\P{Cc}\t\n\r]/gu

/** Removing characters can make HTML dangerous, so sanitise the result, never only the input. */
export function withoutControls(text: string): string {
  return text.replace(controls, '')
}

/** Checks everything: upstream sets `error` for a malformed grade. Fractions are scaled, with the maximum, to whole numbers. */
export function gradeForm(grade: GradeToSend): GradeForm {
  const numbers = wholeNumbers(grade.points, grade.maxPoints)
  if (typeof numbers === 'string') return { ok: false, issue: numbers }
  const { feedbackHtml } = grade
  if (!feedbackHtml.isWellFormed() || withoutControls(feedbackHtml) !== feedbackHtml)
    return { ok: false, issue: 'feedback_not_text' }
  if (!isObjectText(grade.payload)) return { ok: false, issue: 'payload_not_object' }
  const mark = writeSendMark(grade)
  if (mark === undefined) return { ok: false, issue: 'delivery_id' }
  const fields: GradeFields = {
    points: String(numbers.points),
    max_points: String(numbers.maxPoints),
    feedback: feedbackHtml,
    ...(grade.notify && { notify: 'yes' }),
    delivery_id: mark,
    grading_payload: grade.payload,
  }
  const body = new URLSearchParams(Object.entries(fields)).toString()
  return body.length > maxBody ? { ok: false, issue: 'too_long' } : { ok: true, fields, body }
}

function wholeNumbers(pointsText: string, maxText: string): { points: bigint; maxPoints: bigint } | GradeFormIssue {
  const given = readDecimal(pointsText)
  const max = readDecimal(maxText)
  if (given === null || max === null) return 'points_format'
  const digits = Math.max(given.fraction.length, max.fraction.length)
  const points = timesTenTo(digits, given)
  const maxPoints = timesTenTo(digits, max)
  if (points > maxPoints) return 'points_above_max'
  return maxPoints > maxUpstreamPoints ? 'points_too_large' : { points, maxPoints }
}

interface Decimal {
  readonly whole: string
  readonly fraction: string
}

function readDecimal(text: string): Decimal | null {
  const { whole, fraction = '' } = decimalForm.exec(text)?.groups ?? {}
  return whole === undefined ? null : { whole, fraction: fraction.replace(/0+$/, '') }
}

function timesTenTo(digits: number, { whole, fraction }: Decimal): bigint {
  return BigInt(whole + fraction.padEnd(digits, '0'))
}

function isObjectText(text: string): boolean {
  return text.isWellFormed() && text.startsWith('{') && scanJsonText(text).verdict === 'ok'
}
