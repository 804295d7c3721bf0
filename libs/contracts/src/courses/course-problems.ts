import type { ProblemTable } from '../operation/operation.ts'

export const courseProblems = {
  forbidden: {
    status: 403,
    message: 'You may not do this in this course.',
    condition: "The caller's role in the course does not allow it.",
  },
  invalid_csv: {
    status: 400,
    message: 'The CSV cannot be read.',
    condition: 'The file is not UTF-8, has a wrong header, or has a row with a wrong number of columns.',
  },
  manual_grading_exercise_conflict: {
    status: 409,
    message: 'A manual-grading exercise belongs to another course.',
    condition: 'A manual-grading exercise is already assigned to another course.',
  },
  slug_taken: {
    status: 409,
    message: 'Another course has this slug.',
    condition: 'Another course has or had this slug.',
  },
  already_configured: {
    status: 409,
    message: 'The course is configured already.',
    condition: 'The course is configured already.',
  },
} as const satisfies ProblemTable
