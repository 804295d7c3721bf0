import { byteOrderMark, type CsvCell, csvHeader, csvLine } from '../csv/csv-line.ts'
import type { RubricDocument } from '../rubrics/rubric-document.ts'
import { scoreRubric } from '../rubrics/score-rubric.ts'
import type { Scores } from '../rubrics/score.ts'
import { toPersonRef } from '../submissions/person-ref.ts'

export interface ExportedGrade {
  readonly submissionId: number | null
  readonly assessmentId: string | null
  readonly attempt: number | null
  readonly submittedAt: string | null
  readonly state: string | null
  readonly points: number | null
  readonly maxPoints: number | null
  readonly graderId: number | null
  readonly completedAt: string | null
  readonly releasedAt: string | null
  readonly deliveryState: string | null
  readonly standing: string | null
  readonly upstreamStatus: string | null
  readonly upstreamGrade: number | null
  readonly people: readonly ExportedPerson[]
}

/** A submitter. If there is an alias, the other values are null. */
interface ExportedPerson {
  readonly userId: number | null
  readonly username: string | null
  readonly studentId: string | null
  readonly fullName: string | null
  readonly alias: number | null
}

export interface ExportedJudgement {
  readonly document: RubricDocument
  readonly scores: Scores
}

/** Criteria have a prefix, since one may have the name of another column. */
export function gradesHeader(criterionIds: readonly string[]): string {
  const criteria = criterionIds.map((id) => `criterion.${id}`)
  return byteOrderMark + csvHeader([...columnsBefore, ...criteria, ...columnsAfter])
}

const columnsBefore =
  'submissionId assessmentId userId username studentId name attempt submittedAt state points maxPoints'.split(' ')
const columnsAfter = 'grader completedAt releasedAt delivery standing upstreamStatus upstreamGrade'.split(' ')

/** A line for each submitter. Work without a submitter has one line without a person. */
export function gradeLines(
  grade: ExportedGrade,
  judgement: ExportedJudgement | null,
  criterionIds: readonly string[],
): string {
  const points = judgement === null ? {} : pointsByCriterion(judgement)
  const criteria = criterionIds.map((id) => points[id] ?? null)
  const people = grade.people.length === 0 ? [null] : grade.people
  return people.map((person) => csvLine([...cellsBefore(grade, person), ...criteria, ...cellsAfter(grade)])).join('')
}

function pointsByCriterion({ document, scores }: ExportedJudgement): Readonly<Record<string, number>> {
  return scoreRubric(document, { scores, adjustment: null }).byCriterion
}

function cellsBefore(grade: ExportedGrade, person: ExportedPerson | null): CsvCell[] {
  const { submissionId, assessmentId, attempt, submittedAt, state, points, maxPoints } = grade
  const { userId = null, username = null, studentId = null } = person ?? {}
  const name = person === null ? null : nameOf(person)
  return [submissionId, assessmentId, userId, username, studentId, name, attempt, submittedAt, state, points, maxPoints]
}

function cellsAfter(grade: ExportedGrade): CsvCell[] {
  const { graderId, completedAt, releasedAt, deliveryState, standing, upstreamStatus, upstreamGrade } = grade
  return [graderId, completedAt, releasedAt, deliveryState, standing, upstreamStatus, upstreamGrade]
}

const nameOf = ({ userId, fullName, alias }: ExportedPerson): string =>
  toPersonRef({ userId: userId ?? 0, fullName, alias }).fullName
