import Type, { type Static } from 'typebox'
import { replyCheck, upstreamId } from '../replies/reply-check.ts'
import type { RowTaker } from '../replies/json-rows.ts'
import { UpstreamError } from '../call/upstream-error.ts'
import { storableTime } from '../replies/date-time.ts'

export const submissionStatuses = ['initialized', 'waiting', 'ready', 'error', 'rejected', 'unofficial'] as const

export type SubmissionStatus = (typeof submissionStatuses)[number]

interface SubmissionHead {
  readonly submissionId: number
  readonly exerciseId: number
  readonly submittedAt: string
  readonly status: SubmissionStatus
  readonly grade: number
  /** RFC 3339 to the microsecond; null if never graded, undefined if an answer of the sender replaced the column. */
  readonly gradingTime: string | null | undefined
  /** Unique, and at least one. */
  readonly submitterIds: readonly number[]
}

interface GrowingHead extends SubmissionHead {
  readonly submitterIds: number[]
}

export interface SubmissionHeads {
  readonly heads: readonly SubmissionHead[]
  /** Rows in which the address of a student's own file replaced a column. A submission with only such rows has no head. */
  readonly unreadableRows: number
}

/**
 * A row has fixed columns, and one for each form field. A field named like a column makes A+ append the answer after a bar, or replace the
 * value by a file's address; only `UserID` is safe. One student's row must not spoil the list for everybody.
 */
const rowReply = Type.Object({
  ExerciseID: upstreamId,
  SubmissionID: upstreamId,
  Time: Type.String(),
  UserID: upstreamId,
  Status: Type.String(),
  Grade: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
})
const checkRowReply = replyCheck(rowReply)

/** `2026-11-20 14:05:47.799437+00:00`; without fraction if that is zero. */
const timeForm = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d:\d\d$/

const maxSubmitters = 1000

/** Makes one head of all rows of a submission, which has a row for each submitter. */
export function startHeads(exerciseId: number): RowTaker<SubmissionHeads> {
  const heads = new Map<number, GrowingHead>()
  let unreadableRows = 0
  return {
    take: (json) => {
      if (columnsOf(json).some(isFileAddress)) {
        unreadableRows += 1
        return
      }
      const row = checkRowReply(json)
      if (row.ExerciseID !== exerciseId) throw new UpstreamError('schema')
      const head = headOf(row, gradingTimeOf(json))
      const { submitterIds } = heads.get(head.submissionId) ?? head
      if (submitterIds === head.submitterIds) heads.set(head.submissionId, head)
      else if (!submitterIds.includes(row.UserID)) submitterIds.push(row.UserID)
      if (submitterIds.length > maxSubmitters) throw new UpstreamError('schema')
    },
    result: () => ({ heads: [...heads.values()], unreadableRows }),
  }
}

function columnsOf(json: unknown): unknown[] {
  if (typeof json !== 'object' || json === null) return []
  return Object.keys(rowReply.properties).map((name): unknown => Reflect.get(json, name))
}

function isFileAddress(column: unknown): boolean {
  return typeof column === 'string' && /^https?:\/\//.test(column)
}

function headOf(row: Static<typeof rowReply>, gradingTime: string | null | undefined): GrowingHead {
  const submittedAt = timeOf(beforeBar(row.Time))
  const status = submissionStatuses.find((each) => each === beforeBar(row.Status))
  // No answer can cause this, so A+ itself has changed, and every row is affected.
  if (submittedAt === null || status === undefined) throw new UpstreamError('schema')
  const { SubmissionID: submissionId, ExerciseID: exerciseId, Grade: grade, UserID: userId } = row
  return { submissionId, exerciseId, submittedAt, status, grade, gradingTime, submitterIds: [userId] }
}

/** Undefined if an answer spoiled the column: the grading time is not needed, so the row is read nevertheless. */
function gradingTimeOf(json: unknown): string | null | undefined {
  const column: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'Graded') : undefined
  if (typeof column !== 'string') return undefined
  const text = beforeBar(column)
  if (text === 'None') return null
  return timeOf(text) === null ? undefined : text.replace(' ', 'T')
}

function beforeBar(column: string): string {
  const bar = column.indexOf('|')
  return bar === -1 ? column : column.slice(0, bar)
}

function timeOf(column: string): string | null {
  const at = timeForm.test(column) ? new Date(column.replace(' ', 'T')) : new Date(Number.NaN)
  return storableTime(at)
}
