import Type, { type Static } from 'typebox'
import { courseParams, upstreamId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { instant, nullable, numberKey, pageOf, pageQuery } from '../paging.ts'
import { snapshotLimits } from '../snapshots/snapshot-limits.ts'

const count = Type.Integer({ minimum: 0 })
const feedbackStudent = Type.Object(
  {
    userId: upstreamId('The student.'),
    fullName: Type.String(),
    tagSlugs: Type.Array(Type.String()),
    counts: Type.Object({ draft: count, published: count, withdrawn: count }),
    lastChangedAt: nullable(instant('When one of the documents was changed last.')),
    unread: Type.Integer({ minimum: 0, description: 'Published documents that the student has not read.' }),
  },
  { title: 'FeedbackStudent', description: 'A student, and how many documents there are for the student.' },
)
export type FeedbackStudent = Static<typeof feedbackStudent>

export const listFeedbackStudents = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/feedback/students',
  tag: 'feedback',
  allow: 'grader',
  summary: 'Students and their feedback',
  description: [
    'Students to whom the caller gives feedback, by id, with the documents about them and about what they handed in, as far as the languages',
    'of the caller admit them. Anonymous work is left out until it is released. Filters go together.',
  ].join(' '),
  params: courseParams,
  query: Type.Object({
    state: Type.Optional(
      Type.Enum(['none', 'draft', 'published', 'withdrawn'], {
        type: 'string',
        description: 'Only students with a document in this state, or without any.',
      }),
    ),
    tag: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: 'Only students with this tag.' })),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Part of a name, e-mail or student id; case and accents do not matter.',
      }),
    ),
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
  problems: [],
  ...snapshotLimits,
})
