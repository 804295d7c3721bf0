import Type from 'typebox'
import { courseParams } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { numberKey, pageOf, pageQuery } from '../schemas/paging.ts'
import { searchQuery } from '../schemas/search-query.ts'
import { snapshotLimits } from '../snapshots/snapshot-limits.ts'
import { studentRowExample } from './student-examples.ts'
import { studentRow } from './student.ts'

export const listStudents = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/students',
  tag: 'courses',
  allow: 'grader',
  summary: 'Students of a course',
  description:
    'Students whom the caller may grade or give feedback to, by id. If several filters are given, all must match.',
  params: courseParams,
  query: Type.Object({
    q: searchQuery('students with these words, or parts of words, in their name, e-mail address or student id'),
    tag: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: 'Only students with this tag.' })),
    feedback: Type.Optional(
      Type.Enum(['none', 'draft', 'published', 'withdrawn'], {
        type: 'string',
        description: 'Only students with feedback in this state.',
      }),
    ),
    left: Type.Optional(
      Type.Boolean({
        description:
          'Whether to list those who have left the course instead. They keep their names in work and feedback, and have no tags: graders who are restricted to tags see none of them.',
      }),
    ),
    ...pageQuery,
  }),
  pageKey: numberKey,
  example: { params: { courseId: 11 }, query: { q: 'eero', tag: 'group-a', feedback: 'none', left: false, limit: 50 } },
  replies: {
    200: {
      description: 'A page of students.',
      schema: pageOf(studentRow),
      example: { items: [studentRowExample], nextCursor: null },
    },
  },
  ...snapshotLimits,
})
