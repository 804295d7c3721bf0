import Type, { type Static } from 'typebox'
import { requiredText } from '../schemas/required-text.ts'

const closed = { additionalProperties: false } as const

const score = Type.Object(
  {
    comment: Type.Optional(Type.String({ maxLength: 20_000 })),
    snippet: Type.Optional(
      Type.Object(
        { snippetId: Type.String({ maxLength: 40 }), edited: Type.Boolean() },
        { ...closed, description: 'The snippet that the comment came from.' },
      ),
    ),
    levelId: Type.Optional(
      Type.String({ maxLength: 40, description: 'Only for the kind `levels`: the level that was picked.' }),
    ),
    checks: Type.Optional(
      Type.Unsafe<Record<string, number>>({
        type: 'object',
        additionalProperties: { type: 'integer' },
        description:
          'Only for the kind `checks`: how many times each check applies, by its id. Checks that do not apply are absent.',
      }),
    ),
    points: Type.Optional(Type.Number({ description: 'Only for the kind `points`.' })),
  },
  {
    title: 'Score',
    ...closed,
    description: "A grader's judgement by one criterion. A score with only a comment is incomplete.",
  },
)

/** Scores of a grader. The schema accepts scores that the rubric does not allow: their issues have codes of their own. */
export const scores = Type.Unsafe<Record<string, Static<typeof score>>>({
  type: 'object',
  additionalProperties: score,
  description: 'Scores by the ids of their criteria.',
})

const adjustmentPoints = Type.Number({ description: 'At most two decimal places, from -1,000,000 to 1,000,000.' })

export const adjustment = Type.Object(
  { points: adjustmentPoints, reason: Type.String({ minLength: 1, maxLength: 500 }) },
  { title: 'Adjustment', ...closed, description: 'Points that are added or taken away beside the criteria.' },
)

export const givenAdjustment = Type.Object(
  { points: adjustmentPoints, reason: requiredText(500, 'Students read it.') },
  { title: 'GivenAdjustment', ...closed, description: 'Points to add or take away beside the criteria.' },
)
