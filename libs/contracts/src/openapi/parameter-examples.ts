import type { Json } from './json.ts'

/** What each parameter of a path or a query may hold, by its name: a name means the same in every operation of a boundary. */
export const parameterExamples: Readonly<Record<string, Json>> = {
  courseId: 11,
  exerciseId: 1103,
  submissionId: 3001,
  id: '019ea3f2-6c00-7a1b-8c2d-3e4f5a6b7c8d',
  state: 'ambiguous',
  userId: 201,
  revision: 7,
  slug: 'programming-1',
  limit: 50,
  cursor: 'WyJjb3Vyc2VzIiwxMV0',
  q: 'eero',
  tag: 'group-a',
  feedback: 'published',
  dryRun: true,
}
