import { setImmediate } from 'node:timers/promises'
import {
  type CoursePair,
  type Database,
  type ExercisePair,
  listRubricsToCopy,
  listSnippetsToCopy,
  type RubricCopy,
  type SnippetCopy,
} from '@course-grading/data'
import {
  copyOfRubric,
  copyOfSnippet,
  type LeftOutReason,
  type Localized,
  type RubricDocument,
} from '@course-grading/domain'

/** Bytes of rubrics, and of snippets, that one request copies. */
const maxBytes = 4_000_000

export interface LeftOut {
  readonly id: string
  readonly reason: LeftOutReason
}

/** What a copy of the grading of a course will write, and what it leaves out. */
export interface PreparedCopies {
  readonly rubrics: readonly RubricCopy[]
  readonly snippets: readonly SnippetCopy[]
  readonly rubricsLeftOut: readonly LeftOut[]
  readonly snippetsLeftOut: readonly LeftOut[]
}

interface CopyRequest extends CoursePair {
  /** Of the course that gets the copies. */
  readonly languages: readonly string[]
  readonly exercises: readonly ExercisePair[]
}

/** Reads what may be copied, and makes the copies, one after the other so that other requests come in between. */
export async function prepareCopies(database: Database, request: CopyRequest): Promise<PreparedCopies> {
  const prepared = {
    rubrics: [] as RubricCopy[],
    snippets: [] as SnippetCopy[],
    rubricsLeftOut: [] as LeftOut[],
    snippetsLeftOut: [] as LeftOut[],
  }
  const { fromCourseId, courseId, languages } = request
  // A course has its own rubrics and snippets.
  if (fromCourseId === courseId) return prepared
  for (const { rubricId: id, document, ...rubric } of await listRubricsToCopy(database, request, maxBytes)) {
    const copy = copyOfRubric({ ...rubric, document: parsed<RubricDocument>(document) }, languages)
    if (typeof copy === 'string') prepared.rubricsLeftOut.push({ id, reason: copy })
    else prepared.rubrics.push({ sourceId: id, document: JSON.stringify(copy) })
    await setImmediate()
  }
  // Of several exercises with the same settings, the first.
  const exercises = new Map(request.exercises.toReversed().map(({ from, to }) => [from, to]))
  for (const { snippetId: id, text, ...snippet } of await listSnippetsToCopy(database, request, maxBytes)) {
    const copy = copyOfSnippet({ ...snippet, text: parsed<Localized>(text) }, languages, exercises)
    if (typeof copy === 'string') prepared.snippetsLeftOut.push({ id, reason: copy })
    else prepared.snippets.push({ ...snippet, ...copy, sourceId: id })
    await setImmediate()
  }
  return prepared
}

const parsed = <Value>(text: string | null): Value | null => (text === null ? null : (JSON.parse(text) as Value))
