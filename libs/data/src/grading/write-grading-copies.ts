import type { Tx } from '../db/db.ts'
import { type CopiedTemplate, copyFeedbackTemplates } from '../feedback/copy-feedback-templates.ts'
import { lockExercises, lockSnippets } from '../db/lock-order.ts'
import { type CopiedExerciseGrading, copyExerciseGradings, type ExercisePair } from './copy-exercise-gradings.ts'
import { insertRubricCopies, type MadeCopy, type RubricCopy } from './insert-rubric-copies.ts'
import { type CopiedSnippetRow, insertSnippetCopies, type SnippetCopy } from './insert-snippet-copies.ts'
import type { CoursePair } from './list-gradings-to-copy.ts'

interface GradingCopies extends CoursePair {
  readonly userId: number
  /** Languages of the course that gets the copies. Templates in other languages are not copied. */
  readonly languages: readonly string[]
  readonly rubrics: readonly RubricCopy[]
  readonly snippets: readonly SnippetCopy[]
  /** No two have the same target. */
  readonly exercises: readonly ExercisePair[]
}

export interface WrittenCopies {
  readonly rubrics: readonly MadeCopy[]
  readonly snippets: readonly CopiedSnippetRow[]
  readonly exercises: readonly CopiedExerciseGrading[]
  readonly templates: readonly CopiedTemplate[]
}

/** Leaves out what was copied since the caller read the sources. Copies into one course are made one after the other. */
export async function writeGradingCopies(tx: Tx, copies: GradingCopies): Promise<WrittenCopies> {
  const { courseId, exercises } = copies
  await lockSnippets(tx, { courseId, ownerId: null })
  if (exercises.length > 0)
    await lockExercises(
      tx,
      courseId,
      exercises.map(({ to }) => to),
    )
  const rubrics = await insertRubricCopies(tx, copies, copies.rubrics)
  const snippets = await insertSnippetCopies(tx, courseId, copies.snippets)
  const gradings = await copyExerciseGradings(tx, copies, exercises)
  return { rubrics, snippets, exercises: gradings, templates: await copyFeedbackTemplates(tx, copies) }
}
