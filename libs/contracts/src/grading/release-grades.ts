import Type from 'typebox'
import { assessmentIds } from '../assessments/assessment-examples.ts'
import { extensibleEnum } from '../schemas/extensible-enum.ts'
import { defineOperation } from '../operation/operation.ts'
import { recordIdPattern } from '../schemas/paging.ts'
import { exerciseParams } from './exercise-grading.ts'

const gradeRelease = Type.Object(
  {
    assessmentIds: Type.Optional(
      Type.Array(Type.String({ pattern: recordIdPattern }), {
        minItems: 1,
        maxItems: 5_000,
        uniqueItems: true,
        description:
          'Assessments of the exercise. If absent: all whose result is not released, or whose grade is not sent.',
      }),
    ),
  },
  { title: 'GradeRelease', additionalProperties: false, description: 'What is released.' },
)

const releasedGrades = Type.Object(
  {
    released: Type.Integer({
      minimum: 0,
      description: 'The number of results that this request released, or whose grade it sent.',
    }),
    unchanged: Type.Integer({ minimum: 0, description: 'The number of results for which nothing changed.' }),
    blocked: Type.Array(
      Type.Object({
        assessmentId: Type.String(),
        reason: extensibleEnum(
          ['not_completed', 'undeliverable'],
          '`undeliverable`: the result is released to students here, and its grade stays held until its submission is registered again.',
        ),
      }),
      { description: 'The first 10,000 results that were not released, or whose grade was not sent.' },
    ),
  },
  { title: 'ReleasedGrades', description: 'The outcome of a release.' },
)

export const releaseGrades = defineOperation({
  method: 'post',
  path: '/courses/{courseId}/exercises/{exerciseId}/release',
  tag: 'grading',
  allow: 'teacher',
  subject: 'exercise',
  summary: 'Release grades',
  description: [
    'Lets students see the results that stand, and sends held grades. Repeating it changes nothing. It cannot be undone on',
    'the learning platform. A grade whose delivery a person cancelled is not sent. An id that is no assessment of the exercise is 400',
    'with the issue `invalid_value`, and nothing is released.',
  ].join(' '),
  params: exerciseParams,
  query: Type.Object({
    dryRun: Type.Optional(
      Type.Boolean({ description: 'Replies what a release would do now, and changes nothing.', examples: [false] }),
    ),
  }),
  body: gradeRelease,
  maxBody: { bytes: 262_144, members: 6_000 },
  bodyOptional: true,
  example: { params: { courseId: 11, exerciseId: 1103 }, body: { assessmentIds: [assessmentIds.completed] } },
  replies: {
    200: {
      description: 'The outcome of the release.',
      schema: releasedGrades,
      example: {
        released: 31,
        unchanged: 2,
        blocked: [{ assessmentId: assessmentIds.held, reason: 'not_completed' }],
      },
    },
  },
  timeLimitMs: 30_000,
})
