import type { SubmissionContent } from '@course-grading/contracts/submissions/submission-content'
import type { LineDifference, RangePair } from '@course-grading/submission-content'

/** A file or an answer of two attempts: at least one of them has it. */
export interface ComparedPart {
  readonly name: string
  /** Null where the attempt does not have it. */
  readonly before: PartOfAttempt | null
  readonly after: PartOfAttempt | null
  /** Undefined where it is no text, or the two were not compared. */
  readonly pairs: readonly RangePair[] | undefined
}

interface PartOfAttempt {
  readonly text?: string
  readonly sha256?: string | null
}

/** Milliseconds for all comparisons of a page together, as for those of a submission with its templates. */
const comparisonsWithinMs = 2_000

/** Answers pair by key, then files by path: those of this attempt in their order, then those that only the attempt before has. */
export async function comparedParts(
  lineDifference: Pick<LineDifference, 'changedPairs'>,
  before: SubmissionContent,
  after: SubmissionContent,
): Promise<ComparedPart[]> {
  const signal = AbortSignal.timeout(comparisonsWithinMs)
  const compared: ComparedPart[] = []
  for (const part of [...paired(answersOf(before), answersOf(after)), ...paired(filesOf(before), filesOf(after))]) {
    const [one, other] = textsOf(part)
    const isTold = one === undefined || other === undefined || one === other
    // One after the other: only the texts of one comparison are copied at a time.
    compared.push({ ...part, pairs: isTold ? undefined : await lineDifference.changedPairs(one, other, signal) })
  }
  return compared
}

/** The texts of both attempts, empty where one does not have the part. */
export const textsOf = ({ before, after }: Pick<ComparedPart, 'before' | 'after'>) =>
  [before === null ? '' : before.text, after === null ? '' : after.text] as const

/** Null where it is not known: the bytes of one were not read. */
export function areSame({ before, after, pairs }: ComparedPart): boolean | null {
  if (before === null || after === null) return false
  if (before.text !== undefined && after.text !== undefined) return before.text === after.text || pairs?.length === 0
  if (before.text !== undefined || after.text !== undefined) return false
  return typeof before.sha256 === 'string' && typeof after.sha256 === 'string' ? before.sha256 === after.sha256 : null
}

interface Named {
  readonly key: string
  readonly name: string
  readonly part: PartOfAttempt
}

const answersOf = ({ formAnswers }: SubmissionContent): Named[] =>
  formAnswers.map(({ key, title, values }) => ({ key, name: title ?? key, part: { text: values.join('\n') } }))

const filesOf = ({ files }: SubmissionContent): Named[] =>
  files.map((file) => ({ key: file.path, name: file.path, part: file }))

/** Several of one name pair in their order. */
function paired(before: readonly Named[], after: readonly Named[]): Omit<ComparedPart, 'pairs'>[] {
  const older = Map.groupBy(before, ({ key }) => key)
  const both = after.map(({ key, name, part }) => ({
    name,
    before: older.get(key)?.shift()?.part ?? null,
    after: part,
  }))
  const removed = [...older.values()].flat().map(({ name, part }) => ({ name, before: part, after: null }))
  return [...both, ...removed]
}
