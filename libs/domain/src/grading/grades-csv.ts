import type { CsvDialect } from '../csv/csv-dialect.ts'
import { byteOrderMark, type CsvCell, csvHeader, csvLine } from '../csv/csv-line.ts'
import { fromHundredths, toHundredths } from '../rubrics/hundredths.ts'
import type { ResultPart } from '../rubrics/result-part.ts'
import { toPersonRef } from '../submissions/person-ref.ts'

interface ExportedGrade {
  readonly submissionId: number | null
  readonly assessmentId: string | null
  readonly attempt: number | null
  readonly submittedAt: string | null
  readonly state: string | null
  readonly points: number | null
  readonly maxPoints: number | null
  /** Null for a result that was completed before parts were stored, and for work without a result. */
  readonly parts: readonly ResultPart[] | null
  readonly graderId: number | null
  readonly graderName: string | null
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

export interface GradesFile {
  readonly criterionIds: readonly string[]
  readonly dialect: CsvDialect
}

/** Criteria have a prefix, since one may have the name of another column. */
export function gradesHeader({ criterionIds, dialect }: GradesFile): string {
  const criteria = criterionIds.map((id) => `criterion.${id}`)
  const columns = [...columnsBefore, ...criteria, ...columnsAfter, 'graderName', ...partKinds, 'otherCriteria']
  return byteOrderMark + csvHeader(columns, dialect)
}

const columnsBefore =
  'submissionId assessmentId userId username studentId name attempt submittedAt state points maxPoints'.split(' ')
const columnsAfter = 'grader completedAt releasedAt delivery standing upstreamStatus upstreamGrade'.split(' ')
const partKinds = ['starting', 'automatic', 'adjustment', 'rounding', 'limit'] as const

/** A line for each submitter. Work without a submitter has one line without a person. */
export function gradeLines(grade: ExportedGrade, { criterionIds, dialect }: GradesFile): string {
  const shared = [...criterionCells(grade, criterionIds), ...cellsAfter(grade), ...partCells(grade, criterionIds)]
  const people = grade.people.length === 0 ? [null] : grade.people
  return people.map((person) => csvLine([...cellsBefore(grade, person), ...shared], dialect)).join('')
}

function cellsBefore(grade: ExportedGrade, person: ExportedPerson | null): CsvCell[] {
  const { submissionId, assessmentId, attempt, submittedAt, state, points, maxPoints } = grade
  const { userId = null, username = null, studentId = null } = person ?? {}
  const name = person === null ? null : nameOf(person)
  return [submissionId, assessmentId, userId, username, studentId, name, attempt, submittedAt, state, points, maxPoints]
}

/** A cell is empty if the version by which the work was judged lacks the criterion. */
function criterionCells({ parts }: ExportedGrade, criterionIds: readonly string[]): CsvCell[] {
  const points = new Map((parts ?? []).map((part) => [part.criterionId, part.points]))
  return criterionIds.map((id) => points.get(id) ?? null)
}

function cellsAfter(grade: ExportedGrade): CsvCell[] {
  const { graderId, completedAt, releasedAt, deliveryState, standing, upstreamStatus, upstreamGrade } = grade
  return [graderId, completedAt, releasedAt, deliveryState, standing, upstreamStatus, upstreamGrade]
}

/** Together with the cells of the criteria, the parts add up to the points. */
function partCells({ graderId, graderName, parts }: ExportedGrade, criterionIds: readonly string[]): CsvCell[] {
  const grader =
    graderId === null ? null : toPersonRef({ userId: graderId, fullName: graderName, alias: null }).fullName
  if (parts === null) return [grader, ...partKinds.map(() => null), null]
  const others = parts.filter(({ criterionId }) => criterionId !== undefined && !criterionIds.includes(criterionId))
  return [grader, ...partKinds.map((kind) => sumOf(parts.filter((part) => part.kind === kind))), sumOf(others)]
}

const sumOf = (parts: readonly ResultPart[]): number =>
  fromHundredths(parts.reduce((sum, { points }) => sum + (toHundredths(points) ?? 0n), 0n))

const nameOf = ({ userId, fullName, alias }: ExportedPerson): string =>
  toPersonRef({ userId: userId ?? 0, fullName, alias }).fullName
