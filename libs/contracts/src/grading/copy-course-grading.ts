import Type, { type Static } from 'typebox'
import { courseParams, upstreamId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { rubricIds } from '../rubrics/rubric-examples.ts'

const reason = (reasons: readonly string[], description: string) =>
  Type.Enum([...reasons], { type: 'string', description })

const gradingCopy = Type.Object(
  {
    fromCourseId: upstreamId('The course that is copied from; the caller teaches it too.'),
    exercises: Type.Array(
      Type.Object(
        {
          from: upstreamId('An exercise of the other course.'),
          to: upstreamId('The exercise of this course that takes its settings.'),
        },
        { additionalProperties: false },
      ),
      { maxItems: 200, 'x-unique-by': 'to', description: 'Whose settings are copied, and to which exercise.' },
    ),
  },
  { title: 'GradingCopy', additionalProperties: false, description: 'What is copied into a course.' },
)

const copiedGrading = Type.Object(
  {
    rubrics: Type.Array(Type.Object({ from: Type.String(), to: Type.String() }), {
      description: 'The rubrics that were made, published as version 1, and of which ones they are copies.',
    }),
    snippets: Type.Integer({ minimum: 0, description: 'How many snippets of the course were made.' }),
    exercises: Type.Array(Type.Object({ from: Type.Integer(), to: Type.Integer() }), {
      description: 'The exercises that have settings now.',
    }),
    templates: Type.Array(Type.String(), {
      description: 'The languages whose templates were copied; none where the course has templates of its own.',
    }),
    leftOut: Type.Object({
      rubrics: Type.Array(
        Type.Object({
          rubricId: Type.String(),
          reason: reason(
            ['copied_before', 'not_published', 'archived', 'no_language', 'ask_again'],
            '`no_language`: the course has no language of one of its titles; `ask_again`: it is too much for one request.',
          ),
        }),
      ),
      snippets: Type.Array(
        Type.Object({
          snippetId: Type.String(),
          reason: reason(
            ['copied_before', 'no_language', 'no_exercise', 'ask_again', 'too_many'],
            '`no_exercise`: it is offered with an exercise alone that is not among those given; `too_many`: the course is full.',
          ),
        }),
      ),
      exercises: Type.Array(
        Type.Object({
          from: Type.Integer(),
          to: Type.Integer(),
          reason: reason(
            ['not_listed', 'no_settings', 'has_settings', 'rubric_left_out'],
            '`not_listed`: the course does not grade the exercise by hand; `has_settings`: they are not replaced.',
          ),
        }),
      ),
      templates: Type.Array(
        Type.Object({
          language: Type.String(),
          reason: reason(
            ['no_language', 'has_templates'],
            '`no_language`: the course does not have the language; `has_templates`: those of the course are not replaced.',
          ),
        }),
      ),
    }),
  },
  { title: 'CopiedGrading', description: 'What was made, and what was left out for which reason.' },
)
export type CopiedGrading = Static<typeof copiedGrading>

export const copyCourseGrading = defineOperation({
  method: 'post',
  path: '/courses/{courseId}/grading/copy',
  tag: 'grading',
  allow: 'teacher',
  summary: 'Copy how another course is graded',
  description: [
    'For a new term: the published rubrics of the other course, its snippets without personal ones, its templates of feedback, and the grading settings of',
    'exercises. Texts in languages that this course lacks are dropped. Times of settings (`releaseAt`, `dueAt`) are not copied. What',
    'was copied before is not copied again, and settings that an exercise has are kept, so that the request can be repeated. From the',
    'same course only settings are copied.',
  ].join(' '),
  params: courseParams,
  body: gradingCopy,
  example: { params: { courseId: 11 }, body: { fromCourseId: 11, exercises: [{ from: 1103, to: 1104 }] } },
  replies: {
    200: {
      description: 'Its outcome.',
      schema: copiedGrading,
      example: {
        rubrics: [{ from: rubricIds.finished, to: '019ea3f2-7000-7a10-8c2d-3e4f5a6b7c11' }],
        snippets: 12,
        exercises: [{ from: 1103, to: 1203 }],
        templates: ['en'],
        leftOut: {
          rubrics: [{ rubricId: rubricIds.draft, reason: 'not_published' }],
          snippets: [],
          exercises: [{ from: 1104, to: 1204, reason: 'not_listed' }],
          templates: [{ language: 'sv', reason: 'no_language' }],
        },
      },
    },
  },
  problems: [],
  timeLimitMs: 30_000,
})
