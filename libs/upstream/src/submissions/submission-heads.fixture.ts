import { listSubmissionHeads } from '../index.ts'

/** A row as A+ writes it. */
export const row = (change: Record<string, unknown> = {}) => ({
  ExerciseID: 1103,
  Category: 'Exercises',
  Exercise: '1.3 Essay',
  SubmissionID: 3001,
  Time: '2026-10-01 09:37:00.799000+00:00',
  UserID: 201,
  StudentID: null,
  Email: 'x@example.org',
  Status: 'waiting',
  Grade: 0,
  Penalty: null,
  Graded: 'None',
  Tags: '',
  GraderEmail: null,
  Notified: false,
  NSeen: false,
  answer: 'Essay 1',
  ...change,
})
/** The head that is read from this row. */
export const head = {
  submissionId: 3001,
  exerciseId: 1103,
  submittedAt: '2026-10-01T09:37:00.799Z',
  status: 'waiting',
  grade: 0,
  gradingTime: null,
  submitterIds: [201],
}
/** The heads of a list, which must not be unlistable. */
export const listed = async (...given: Parameters<typeof listSubmissionHeads>) => {
  const list = await listSubmissionHeads(...given)
  if (list === null) throw new Error('A+ could not write the list')
  return list
}
