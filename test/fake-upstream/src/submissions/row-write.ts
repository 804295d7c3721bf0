import type { Submission } from '../world/submission.ts'

/** The columns of A+'s own row of a submission. People, files, tags and notifications have tables of their own. */
const columns = [
  'status',
  'grade',
  'latePenaltyApplied',
  'gradedAtMs',
  'graderId',
  'feedback',
  'assistantFeedback',
  'gradingData',
  'answers',
  'language',
  'submittedAtMs',
  'timesGraded',
] as const satisfies readonly (keyof Submission)[]

/** The row as one request of A+ has read it. Changes of this copy have no effect until it is saved. */
export function readRow(submission: Submission): Submission {
  return { ...submission }
}

/** A+ saves whole rows, over what others have saved since this one was read. */
export function saveRow(submission: Submission, row: Readonly<Submission>): void {
  Object.assign(submission, Object.fromEntries(columns.map((column) => [column, row[column]])))
}
