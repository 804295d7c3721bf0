import Type from 'typebox'
import { courseParams, maxId, upstreamId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { instant, pageOf, pageQuery, usualLimitMs } from '../paging.ts'
import { submissionRowExample } from './submission-examples.ts'
import { submissionRow, submissionStates } from './submission.ts'

export const listSubmissions = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/submissions',
  tag: 'submissions',
  allow: 'grader_or_student',
  summary: 'Submissions of a course',
  description:
    'Submissions to the exercises that are graded by hand, the oldest first: for graders those that their restriction admits. Students see their own, the newest first. Filters go together.',
  params: courseParams,
  query: Type.Object({
    exerciseId: Type.Optional(upstreamId('Only those to this exercise.')),
    userId: Type.Optional(upstreamId('Only those of this student.')),
    state: Type.Optional(
      Type.Enum([...submissionStates], {
        type: 'string',
        description: 'Only those in this state.',
        examples: ['waiting'],
      }),
    ),
    grader: Type.Optional(
      Type.String({
        pattern: '^(?:me|[1-9][0-9]{0,15})$',
        description: 'Only those that this person assessed, by user id; `me` is the caller.',
        examples: ['me'],
      }),
    ),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Part of the name, e-mail or student id of a submitter; case and accents do not matter.',
      }),
    ),
    ...pageQuery,
  }),
  pageKey: [instant('When it was submitted.'), Type.Integer({ minimum: 1, maximum: maxId })],
  example: { params: { courseId: 11 }, query: { exerciseId: 1103, userId: 201, q: 'eero', limit: 50 } },
  replies: {
    200: {
      description: 'A page of submissions.',
      schema: pageOf(submissionRow),
      example: { items: [submissionRowExample], nextCursor: null },
    },
  },
  problems: [],
  timeLimitMs: usualLimitMs,
})
