import { selectSubmissions } from '@course-grading/data/submissions/list-submissions'
import type { Pool } from 'pg'
import { recordStatement, rowsOf } from '../recorded-statements.ts'
import { askAccess, askerOf } from '../twin-access.ts'

const pageSize = 50
const marks = { courseId: 701, submittedAt: 'mark', submissionId: 702, readerId: 703 }
/** The query of a teacher, who sees everything. */
const asked = {
  courseId: marks.courseId,
  exerciseId: null,
  userId: null,
  state: null,
  q: null,
  graderUserId: null,
  tag: null,
  restriction: null,
  claimer: { userId: marks.readerId, restriction: null },
  ofStudent: null,
  attempts: 'all',
  after: { submittedAt: marks.submittedAt, submissionId: marks.submissionId },
  limit: pageSize + 1,
} as const
const pageQuery = await recordStatement('listSubmissions', marks, (tx) => selectSubmissions(tx, asked))

/** The row of a submission as `pg` reads it. */
interface TwinRow {
  readonly submissionId: string
  readonly courseId: string
  readonly exerciseId: string
  readonly submittedAt: Date
  readonly attempt: number | null
  readonly language: string | null
  readonly state: string
  readonly gone: boolean
  readonly points: number | null
  readonly maxPoints: number | null
  readonly autoPoints: number | null
  readonly upstreamStatus: string | null
  readonly upstreamGrade: number | null
  readonly submitters: readonly { readonly userId: number; readonly fullName: string | null }[]
  readonly assessmentId: string | null
  readonly graderId: string
  readonly holderId: string | null
  readonly leaseExpiresAt: Date | null
  readonly assessmentUpdatedAt: Date
}

/** A page of submissions, with the session and the course of the request: three queries. */
export async function listPage(
  pool: Pool,
  authorization: string,
  courseId: number,
  cursor: string | null,
): Promise<object> {
  const asker = await askerOf(pool, authorization)
  await askAccess(pool, asker, courseId)
  const [, submittedAt, submissionId] =
    cursor === null
      ? ['', '-infinity', 0]
      : (JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, string, number])
  const rows = await rowsOf<TwinRow>(pool, pageQuery({ courseId, submittedAt, submissionId, readerId: asker.userId }))
  const items = rows.slice(0, pageSize).map(itemOf)
  const last = items.at(-1)
  const key = last && ['listSubmissions', last.submittedAt, last.submissionId]
  return {
    items,
    nextCursor: rows.length > pageSize && key ? Buffer.from(JSON.stringify(key)).toString('base64url') : null,
  }
}

const itemOf = (row: TwinRow) => ({
  submissionId: Number(row.submissionId),
  courseId: Number(row.courseId),
  exerciseId: Number(row.exerciseId),
  submittedAt: row.submittedAt,
  attempt: row.attempt,
  language: row.language,
  state: row.state,
  gone: row.gone,
  points: row.points,
  maxPoints: row.maxPoints,
  autoPoints: row.autoPoints,
  upstream: row.upstreamStatus === null ? null : { status: row.upstreamStatus, grade: row.upstreamGrade },
  submitters: row.submitters.map(({ userId, fullName }) => ({
    userId,
    fullName: fullName ?? `User ${userId}`,
    alias: false,
  })),
  assessment: row.assessmentId === null ? null : assessmentOf(row),
  mayClaim: row.state === 'waiting',
})

const assessmentOf = ({ assessmentId: id, graderId, holderId, leaseExpiresAt, assessmentUpdatedAt }: TwinRow) => ({
  id,
  grader: staff(graderId),
  holder: holderId === null ? null : staff(holderId),
  leaseExpiresAt,
  updatedAt: assessmentUpdatedAt,
})

const staff = (userId: string) => ({ userId: Number(userId), fullName: `User ${userId}`, alias: false })
