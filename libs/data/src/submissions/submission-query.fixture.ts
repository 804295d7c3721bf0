import type { SubmissionQuery } from './list-submissions.ts'

/** Everything that staff see of a course, in one page. */
export function aSubmissionQuery(courseId: number, change: Partial<SubmissionQuery> = {}): SubmissionQuery {
  return {
    courseId,
    exerciseId: null,
    userId: null,
    state: null,
    q: null,
    tag: null,
    graderUserId: null,
    restriction: null,
    claimer: null,
    ofStudent: null,
    attempts: 'all',
    after: null,
    limit: 1_000,
    ...change,
  }
}
