import Type from 'typebox'
import { courseParams, maxId, upstreamId } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { instantKey, pageOf, pageQuery } from '../schemas/paging.ts'
import { searchQuery } from '../schemas/search-query.ts'
import { submissionRowExample } from './submission-examples.ts'
import { submissionRow, submissionStates } from './submission.ts'

export const listSubmissions = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/submissions',
  tag: 'submissions',
  allow: 'grader_or_student',
  summary: 'Submissions of a course',
  description:
    'Submissions to the exercises that are graded by hand, the oldest first. Graders see those that their restriction admits. Students see their own, the newest first. If several filters are given, all must match.',
  params: courseParams,
  query: Type.Object({
    exerciseId: Type.Optional(upstreamId('Only submissions to this exercise.')),
    userId: Type.Optional(upstreamId('Only submissions of this student.')),
    state: Type.Optional(
      Type.Enum([...submissionStates], {
        type: 'string',
        description: 'Only submissions in this state.',
        examples: ['waiting'],
      }),
    ),
    grader: Type.Optional(
      Type.String({
        pattern: '^(?:me|[1-9][0-9]{0,15})$',
        description: 'Only submissions that the person with this user id assessed; `me` is the caller.',
        examples: ['me'],
      }),
    ),
    q: searchQuery(
      'submissions with these words, or parts of words, in the name, e-mail address or student id of a submitter',
    ),
    tag: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description:
          'Only submissions of which a submitter has this tag of the course. Anonymous work that is not released is not found, and students, who do not see tags, find nothing.',
      }),
    ),
    ...pageQuery,
  }),
  pageKey: [instantKey, Type.Integer({ minimum: 1, maximum: maxId })],
  example: { params: { courseId: 11 }, query: { exerciseId: 1103, userId: 201, q: 'eero', tag: 'group-a', limit: 50 } },
  replies: {
    200: {
      description: 'A page of submissions.',
      schema: pageOf(submissionRow),
      example: { items: [submissionRowExample], nextCursor: null },
    },
  },
})
