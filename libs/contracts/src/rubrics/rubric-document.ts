import Type, { type Static } from 'typebox'
import { nullable } from '../schemas/paging.ts'

const localizedText = 'A text by language, at least one, each a language of the course; 1 to 2,000 characters.'
const localized = Type.Unsafe<Record<string, string>>({
  type: 'object',
  title: 'Localized',
  description: localizedText,
  additionalProperties: { type: 'string' },
})

const texts = { title: localized, description: Type.Optional(localized) }
const graderNote = {
  graderNote: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      ...localized,
      title: 'GraderNote',
      description: `${localizedText} For staff, never for students.`,
    }),
  ),
}
const points = Type.Number({ description: 'At most two decimal places, from -1,000,000 to 1,000,000.' })
const commentRequired = Type.Boolean({ description: 'Whether a grader who chooses this must write a comment.' })

const levelShape = {
  id: Type.String(),
  ...texts,
  points,
  commentRequired,
  ...graderNote,
}
const checkShape = {
  id: Type.String(),
  title: localized,
  points,
  maxTimes: Type.Integer({ description: 'How many times it may apply: 1 to 99.' }),
  visibility: Type.Enum(['always', 'chosen', 'never'], {
    type: 'string',
    description: 'Whether students see it: always, only if it was chosen, or never.',
  }),
  commentRequired,
  ...graderNote,
}
const criterionShape = {
  id: Type.String({ description: 'Unique in the rubric, as the ids of levels and checks are in their criterion.' }),
  ...texts,
  ...graderNote,
  required: Type.Boolean({
    description: 'Whether an assessment can be completed only with a score of this criterion.',
  }),
  commentRequired,
  visibleToStudent: Type.Boolean(),
}
const documentShape = {
  ...texts,
  maxPoints: Type.Number({ description: 'More than 0, at most 1,000,000.' }),
  startingPoints: Type.Number({ description: '0 to `maxPoints`; a deductive rubric begins at the maximum.' }),
  rounding: Type.Enum(['none', 'half', 'whole'], {
    type: 'string',
    description: 'How the total is rounded; halves away from zero.',
  }),
}

const level = Type.Object(levelShape, { title: 'Level', description: 'One of the levels of a criterion.' })
const check = Type.Object(checkShape, { title: 'Check', description: 'Something that applies to the work, or not.' })

const levelsCriterion = Type.Object(
  { ...criterionShape, kind: Type.Literal('levels'), levels: Type.Array(level) },
  { title: 'LevelsCriterion', description: 'Exactly one level is picked.' },
)
const checksCriterion = Type.Object(
  {
    ...criterionShape,
    kind: Type.Literal('checks'),
    checks: Type.Array(check),
    minChecks: Type.Integer(),
    maxChecks: nullable(Type.Integer()),
  },
  { title: 'ChecksCriterion', description: 'Checks are chosen. The limits count different checks.' },
)
const pointsCriterion = Type.Object(
  {
    ...criterionShape,
    kind: Type.Literal('points'),
    min: Type.Number(),
    max: Type.Number(),
    step: Type.Number({ description: 'Points are `min` plus a multiple of this.' }),
  },
  { title: 'PointsCriterion', description: 'Points are given.' },
)

export const rubricDocument = Type.Object(
  { ...documentShape, criteria: Type.Array(Type.Union([levelsCriterion, checksCriterion, pointsCriterion])) },
  { title: 'RubricDocument', description: 'The content of a version of a rubric: how work is judged.' },
)
export type RubricDocument = Static<typeof rubricDocument>

const closed = { additionalProperties: false } as const
const ofKind = (kind: string, rule: string): string => `Only for the kind \`${kind}\`, and required there: ${rule}`

const givenCriterion = Type.Object(
  {
    ...criterionShape,
    id: Type.String({
      description:
        '1 to 40 characters of a-z, 0-9 and `-`, which is not first. Unique in the rubric; for levels and checks, in their criterion.',
    }),
    kind: Type.Enum(['levels', 'checks', 'points'], { type: 'string' }),
    levels: Type.Optional(
      Type.Array(Type.Object(levelShape, closed), {
        description: ofKind('levels', '2 to 20, one of which is picked.'),
      }),
    ),
    checks: Type.Optional(Type.Array(Type.Object(checkShape, closed), { description: ofKind('checks', '1 to 100.') })),
    minChecks: Type.Optional(
      Type.Integer({
        description: ofKind('checks', 'different checks that must apply, at most as many as there are.'),
      }),
    ),
    maxChecks: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description: ofKind(
          'checks',
          'different checks that may apply, 1 to 100 and not below `minChecks`; null: all.',
        ),
      }),
    ),
    min: Type.Optional(Type.Number({ description: ofKind('points', 'the smallest points.') })),
    max: Type.Optional(Type.Number({ description: ofKind('points', 'the largest points.') })),
    step: Type.Optional(
      Type.Number({ description: ofKind('points', 'more than 0; `max` lies above `min` by a multiple of it.') }),
    ),
  },
  { title: 'GivenCriterion', ...closed, description: 'One thing that a grader judges.' },
)

/** A document as it is given, with types only: limits and other rules are checked together, so that every problem is reported at once. */
export const givenRubric = Type.Object(
  {
    ...documentShape,
    criteria: Type.Array(givenCriterion, { description: '1 to 50.' }),
  },
  {
    title: 'GivenRubricDocument',
    ...closed,
    description:
      'How work is judged, at most 500,000 bytes. Points have at most two decimal places. Every problem is reported at once.',
  },
)
