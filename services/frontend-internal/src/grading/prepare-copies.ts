import { setImmediate } from 'node:timers/promises'
import type { Database } from '@course-grading/data/db/database'
import type { ExercisePair } from '@course-grading/data/grading/copy-exercise-gradings'
import type { RubricCopy } from '@course-grading/data/grading/insert-rubric-copies'
import type { SnippetCopy } from '@course-grading/data/grading/insert-snippet-copies'
import {
  type CoursePair,
  listRubricsToCopy,
  listSnippetsToCopy,
} from '@course-grading/data/grading/list-gradings-to-copy'
import { copyOfRubric, copyOfSnippet, type LeftOutReason } from '@course-grading/domain/grading/copied-grading'
import type { Localized, RubricDocument } from '@course-grading/domain/rubrics/rubric-document'

/** The maximum size of the rubrics that one request copies, and of the snippets, in bytes. */
const maxBytes = 4_000_000

interface LeftOut {
  readonly id: string
  readonly reason: LeftOutReason
}

interface LeftOutRubric extends LeftOut {
  readonly isNewerThanCopy: boolean
}

export interface PreparedCopies {
  readonly rubrics: readonly RubricCopy[]
  readonly snippets: readonly SnippetCopy[]
  readonly rubricsLeftOut: readonly LeftOutRubric[]
  readonly snippetsLeftOut: readonly LeftOut[]
}

interface CopyRequest extends CoursePair {
  readonly languages: readonly string[]
  readonly exercises: readonly ExercisePair[]
}

/** Prepares the copies one by one, so that other requests are processed in between. */
export async function prepareCopies(database: Database, request: CopyRequest): Promise<PreparedCopies> {
  const prepared = {
    rubrics: [] as RubricCopy[],
    snippets: [] as SnippetCopy[],
    rubricsLeftOut: [] as LeftOutRubric[],
    snippetsLeftOut: [] as LeftOut[],
  }
  const { fromCourseId, courseId, languages } = request
  // Within one course rubrics and snippets are shared, so none are copied.
  if (fromCourseId === courseId) return prepared
  for (const { rubricId: id, document, ...rubric } of await listRubricsToCopy(database, request, maxBytes)) {
    const copy = copyOfRubric({ ...rubric, document: parsed<RubricDocument>(document) }, languages)
    const { version, wording, isNewerThanCopy } = rubric
    if (typeof copy === 'string') prepared.rubricsLeftOut.push({ id, reason: copy, isNewerThanCopy })
    else if (version !== null && wording !== null)
      prepared.rubrics.push({ sourceId: id, version, wording, document: JSON.stringify(copy) })
    await setImmediate()
  }
  // If several pairs have the same source, the first pair decides for snippets.
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
