import Type from 'typebox'
import { courseParams, upstreamId } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { instant, nullable, numberKey, pageOf, pageQuery } from '../schemas/paging.ts'
import { searchQuery } from '../schemas/search-query.ts'
import { snapshotLimits } from '../snapshots/snapshot-limits.ts'

const count = Type.Integer({ minimum: 0 })
const feedbackStudent = Type.Object(
  {
    userId: upstreamId('The student.'),
    fullName: Type.String(),
    tagSlugs: Type.Array(Type.String()),
    counts: Type.Object({ draft: count, published: count, withdrawn: count }),
    lastChangedAt: nullable(instant('When one of the documents last changed.')),
    unread: Type.Integer({ minimum: 0, description: 'Published documents that the student has not read.' }),
  },
  { title: 'FeedbackStudent', description: 'A student, with the numbers of documents for the student.' },
)

export const listFeedbackStudents = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/feedback/students',
  tag: 'feedback',
  allow: 'grader',
  summary: 'List students with their feedback',
  description: [
    'Students to whom the caller gives feedback, by id, with the numbers of documents about them and about their submissions, as far as the languages',
    'of the caller admit them. Anonymous work is left out until it is released. If several filters are given, all must match.',
  ].join(' '),
  params: courseParams,
  query: Type.Object({
    state: Type.Optional(
      Type.Enum(['none', 'draft', 'published', 'withdrawn'], {
        type: 'string',
        description: 'Only students with a document in this state; `none` for students without any.',
      }),
    ),
    tag: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: 'Only students with this tag.' })),
    q: searchQuery('students with these words, or parts of words, in their name, e-mail address or student id'),
    ...pageQuery,
  }),
  pageKey: numberKey,
  example: { params: { courseId: 11 }, query: { state: 'published', tag: 'group-a', q: 'eero', limit: 50 } },
  replies: {
    200: {
      description: 'A page of students.',
      schema: pageOf(feedbackStudent),
      example: {
        items: [
          {
            userId: 201,
            fullName: 'Eero Demonen 1',
            tagSlugs: ['group-a'],
            counts: { draft: 1, published: 2, withdrawn: 0 },
            lastChangedAt: '2026-11-03T10:00:00.000Z',
            unread: 1,
          },
        ],
        nextCursor: null,
      },
    },
  },
  ...snapshotLimits,
})
