import type { ApiIssue } from '../problems/api-error.ts'

/** Examples of issues, by the code of their problem: an issue is the same at every boundary. */
export const issueExamples: Readonly<Record<string, readonly ApiIssue[]>> = {
  validation_failed: [
    { path: '$.visibleTagSlugs', code: 'invalid_value', message: 'The course has no tag "group-c".' },
  ],
  invalid_csv: [
    { path: '$.rows[2]', code: 'invalid_format', message: 'A row must have 4 cells, separated by semicolons.' },
  ],
  manual_grading_exercise_conflict: [
    { path: '$.manualGradingExercises', code: 'conflict', message: 'Exercise 1301 belongs to another course.' },
  ],
}
