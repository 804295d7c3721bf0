import Type, { type Static } from 'typebox'

const closed = { additionalProperties: false } as const

const score = Type.Object(
  {
    comment: Type.Optional(Type.String({ maxLength: 20_000 })),
    snippet: Type.Optional(
      Type.Object(
        { snippetId: Type.String({ maxLength: 40 }), edited: Type.Boolean() },
        { ...closed, description: 'The text of the comment bank that the comment came from.' },
      ),
    ),
    levelId: Type.Optional(
      Type.String({ maxLength: 40, description: 'Of the kind `levels` alone: the level that was picked.' }),
    ),
    checks: Type.Optional(
      Type.Unsafe<Record<string, number>>({
        type: 'object',
        additionalProperties: { type: 'integer' },
        description: 'Of the kind `checks` alone: how many times each applies, by its id; absent where it does not.',
      }),
    ),
    points: Type.Optional(Type.Number({ description: 'Of the kind `points` alone.' })),
  },
  {
    title: 'Score',
    ...closed,
    description: "A grader's judgement by one criterion. A comment alone is a score that was begun.",
  },
)

/** Scores of a grader. What the rubric does not admit has codes of its own. */
export const scores = Type.Unsafe<Record<string, Static<typeof score>>>({
  type: 'object',
  additionalProperties: score,
  description: 'Scores by the ids of their criteria.',
})

export const adjustment = Type.Object(
  {
    points: Type.Number({ description: 'At most two decimal places, from -1,000,000 to 1,000,000.' }),
    reason: Type.String({ minLength: 1, maxLength: 500 }),
  },
  { title: 'Adjustment', ...closed, description: 'Points that are added or taken away beside the criteria.' },
)
