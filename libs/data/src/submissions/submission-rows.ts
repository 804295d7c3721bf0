import type { NamedPerson, SubmissionState } from '@course-grading/domain'
import Type, { type Static } from 'typebox'
import { jsonReader } from '../json-reader.ts'
import { nullable } from '../row.ts'

/** A submission as rows of lists give it. */
export const submissionRow = Type.Object({
  submissionId: Type.Integer(),
  courseId: Type.Integer(),
  exerciseId: Type.Integer(),
  submittedAt: Type.String(),
  attempt: nullable(Type.Integer()),
  language: nullable(Type.String()),
  state: Type.Unsafe<SubmissionState>({ type: 'string' }),
  points: nullable(Type.Number()),
  maxPoints: nullable(Type.Number()),
  autoPoints: nullable(Type.Number()),
  upstreamStatus: nullable(Type.String()),
  upstreamGrade: nullable(Type.Number()),
  submitters: Type.String(),
})

const submitters = Type.Array(
  Type.Object({ userId: Type.Integer(), fullName: nullable(Type.String()), alias: nullable(Type.Integer()) }),
)
const readSubmitters = jsonReader('listSubmissions', submitters)

/** A submission as its reader is told of it. */
export interface ListedSubmission {
  readonly submissionId: number
  readonly courseId: number
  readonly exerciseId: number
  readonly submittedAt: string
  /** Null, as is the language, where it was not registered. */
  readonly attempt: number | null
  readonly language: string | null
  readonly state: SubmissionState
  readonly points: number | null
  /** Of the result that is shown, else of the exercise; null where neither is known. */
  readonly maxPoints: number | null
  /** Always null for students, as is what stands upstream. */
  readonly autoPoints: number | null
  /** As the snapshot has it. */
  readonly upstream: { readonly status: string; readonly grade: number } | null
  /** By user id, or by alias. Empty once the last of them is erased. */
  readonly submitters: readonly NamedPerson[]
}

/** What a row of `submissionRow` tells. */
export function listedSubmission(row: Static<typeof submissionRow>): ListedSubmission {
  const { upstreamStatus: status, upstreamGrade: grade, submitters: given, ...submission } = row
  const upstream = status === null || grade === null ? null : { status, grade }
  return { ...submission, upstream, submitters: readSubmitters(given) }
}
