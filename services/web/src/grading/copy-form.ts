import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { CopiedGrading } from '@course-grading/contracts/grading/copy-course-grading'
import { type ProposedPair, proposePairs } from '@course-grading/domain/grading/propose-pairs'
import type { Localized } from '@course-grading/domain/rubrics/rubric-document'
import type { Fault } from '../islands/forms/form-look.ts'

export type Pair = ProposedPair

/** As many as a request may have. */
export const pairsAtOnce = 200

/** An exercise by hand of one of the two courses. */
export interface CopiedExercise {
  readonly exerciseId: number
  /** Language markup included. */
  readonly name: string
}

export interface CopySource {
  readonly course: CourseBrief
  readonly from: readonly CopiedExercise[]
  readonly to: readonly CopiedExercise[]
}

/** The request that copies what this one did not. */
interface NextRequest {
  /** Where its pairs begin. */
  readonly start: number
  /** Whether it repeats this one, which had no room for all. */
  readonly isRepeated: boolean
}

/** What a request copied, with the names of what it left out. */
export interface CopyReport {
  readonly copied: CopiedGrading
  /** Of rubrics of the other course. */
  readonly titles: ReadonlyMap<string, Localized>
  /** Of its comments. */
  readonly labels: ReadonlyMap<string, string>
  readonly next: NextRequest | null
}

export interface CopyForm {
  readonly rows: readonly Pair[]
  readonly chosen: readonly Pair[]
  readonly added: { readonly from: string; readonly to: string }
  readonly faults: readonly Fault[]
  readonly focus: string | null
  readonly report: CopyReport | null
}

export const pairValue = ({ from, to }: Pair): string => `${from}-${to}`

export const proposedForm = ({ from, to }: CopySource): CopyForm => {
  const rows = proposePairs(from, to)
  return { rows, chosen: rows, added: { from: '', to: '' }, faults: [], focus: null, report: null }
}

/** The pairs that were chosen, the added one among them; the rows are the proposed ones, too. An exercise gets the settings of one. */
export function readCopyForm(form: URLSearchParams, source: CopySource): CopyForm {
  const added = { from: form.get('addFrom') ?? '', to: form.get('addTo') ?? '' }
  const isWhole = added.from !== '' && added.to !== ''
  const values = [...form.getAll('pair'), ...(isWhole ? [`${added.from}-${added.to}`] : [])]
  const chosen = onePerTarget(values.flatMap((value) => pairOf(value, source) ?? []))
  const proposed = proposedForm(source).rows.filter(({ to }) => chosen.every((pair) => pair.to !== to))
  const rows = [...chosen, ...proposed].toSorted((one, other) => placeIn(source, one) - placeIn(source, other))
  return { ...proposedForm(source), rows, chosen, ...(!isWhole && { added }) }
}

const placeIn = ({ to }: CopySource, pair: Pair): number => to.findIndex(({ exerciseId }) => exerciseId === pair.to)

function pairOf(value: string, source: CopySource): Pair | null {
  const [from, to] = value.split('-').map(Number)
  const isIn = (of: readonly CopiedExercise[], id: number | undefined) => of.some(({ exerciseId }) => exerciseId === id)
  if (from === undefined || to === undefined || !isIn(source.from, from) || !isIn(source.to, to)) return null
  return { from, to }
}

const onePerTarget = (pairs: readonly Pair[]): Pair[] => [...new Map(pairs.map((pair) => [pair.to, pair])).values()]

/** The same pairs again where something did not fit, else the next ones. */
export function nextRequest(
  { leftOut }: Pick<CopiedGrading, 'leftOut'>,
  start: number,
  pairs: number,
): NextRequest | null {
  const isRepeated = [...leftOut.rubrics, ...leftOut.snippets].some(({ reason }) => reason === 'ask_again')
  if (isRepeated) return { start, isRepeated }
  return start + pairsAtOnce < pairs ? { start: start + pairsAtOnce, isRepeated } : null
}
