import Type, { type Static } from 'typebox'
import { extensibleEnum } from '../schemas/extensible-enum.ts'
import { courseParams, upstreamId } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { rubricIds } from '../rubrics/rubric-examples.ts'

const gradingCopy = Type.Object(
  {
    fromCourseId: upstreamId('The course to copy from. The caller must be its teacher, too.'),
    exercises: Type.Array(
      Type.Object(
        {
          from: upstreamId('An exercise of the other course.'),
          to: upstreamId('The exercise of this course that gets these settings.'),
        },
        { additionalProperties: false },
      ),
      {
        maxItems: 200,
        'x-unique-by': 'to',
        description: 'Pairs of exercises: settings are copied from the first to the second one.',
      },
    ),
  },
  { title: 'GradingCopy', additionalProperties: false, description: 'What is copied into a course.' },
)

const copiedGrading = Type.Object(
  {
    rubrics: Type.Array(Type.Object({ from: Type.String(), to: Type.String() }), {
      description: 'The rubrics that were made, published as version 1, each with the rubric that it is a copy of.',
    }),
    snippets: Type.Integer({ minimum: 0, description: 'The number of snippets that were made.' }),
    exercises: Type.Array(Type.Object({ from: Type.Integer(), to: Type.Integer() }), {
      description: 'The exercises that have settings now.',
    }),
    templates: Type.Array(Type.String(), {
      description: 'The languages whose templates were copied; none if the course has templates of its own.',
    }),
    leftOut: Type.Object({
      rubrics: Type.Array(
        Type.Object({
          rubricId: Type.String(),
          reason: extensibleEnum<string>(
            ['copied_before', 'not_published', 'archived', 'no_language', 'ask_again'],
            '`no_language`: the course has no language of one of its titles; `ask_again`: the limit of one request was reached, so repeat the request.',
          ),
          isNewerThanCopy: Type.Boolean({
            description:
              'Whether it has been published again, with another structure or other words, since the course got its copy.',
          }),
        }),
      ),
      snippets: Type.Array(
        Type.Object({
          snippetId: Type.String(),
          reason: extensibleEnum<string>(
            ['copied_before', 'no_language', 'no_exercise', 'ask_again', 'too_many'],
            '`no_exercise`: it is only offered with an exercise that is not among the given ones; `too_many`: the course has the maximum number of snippets.',
          ),
        }),
      ),
      exercises: Type.Array(
        Type.Object({
          from: Type.Integer(),
          to: Type.Integer(),
          reason: extensibleEnum<string>(
            ['not_listed', 'no_settings', 'has_settings', 'rubric_left_out'],
            '`not_listed`: the course does not grade the exercise by hand; `has_settings`: they are not replaced.',
          ),
        }),
      ),
      settings: Type.Array(
        Type.Object({
          from: Type.Integer(),
          to: Type.Integer(),
          setting: Type.Enum(['dueAt', 'releaseAt'], { type: 'string' }),
          reason: extensibleEnum<string>(
            ['time'],
            '`time`: a time belongs to its term, so the exercise has none until a teacher sets one.',
          ),
        }),
        { description: 'Settings that copied exercises do not have.' },
      ),
      templates: Type.Array(
        Type.Object({
          language: Type.String(),
          reason: extensibleEnum<string>(
            ['no_language', 'has_templates'],
            '`no_language`: the course does not have the language; `has_templates`: those of the course are not replaced.',
          ),
        }),
      ),
    }),
  },
  { title: 'CopiedGrading', description: 'What was copied, and what was left out with the reason.' },
)
export type CopiedGrading = Static<typeof copiedGrading>

export const copyCourseGrading = defineOperation({
  method: 'post',
  path: '/courses/{courseId}/grading/copy',
  tag: 'grading',
  allow: 'teacher',
  summary: 'Copy the grading of another course',
  description: [
    'Copies, for a new term, the published rubrics of the other course, its snippets except personal ones, its feedback templates, and the grading settings of',
    'exercises. Texts in languages that this course lacks are dropped. Times of settings (`releaseAt`, `dueAt`) are not copied, which `leftOut.settings` says. What',
    'was copied before is not copied again, and an exercise keeps settings that it has, so that the request can be repeated. From the',
    'same course only settings are copied.',
  ].join(' '),
  params: courseParams,
  body: gradingCopy,
  example: { params: { courseId: 11 }, body: { fromCourseId: 11, exercises: [{ from: 1103, to: 1104 }] } },
  replies: {
    200: {
      description: 'The outcome of the copy.',
      schema: copiedGrading,
      example: {
        rubrics: [{ from: rubricIds.finished, to: '019ea3f2-7000-7a10-8c2d-3e4f5a6b7c11' }],
        snippets: 12,
        exercises: [{ from: 1103, to: 1203 }],
        templates: ['en'],
        leftOut: {
          rubrics: [{ rubricId: rubricIds.draft, reason: 'not_published', isNewerThanCopy: false }],
          snippets: [],
          exercises: [{ from: 1104, to: 1204, reason: 'not_listed' }],
          settings: [{ from: 1103, to: 1203, setting: 'dueAt', reason: 'time' }],
          templates: [{ language: 'sv', reason: 'no_language' }],
        },
      },
    },
  },
  timeLimitMs: 30_000,
})
