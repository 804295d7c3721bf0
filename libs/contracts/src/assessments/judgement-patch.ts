import Type, { type Static } from 'typebox'
import { nullable, orNull } from '../schemas/paging.ts'
import { adjustment, scores } from '../rubrics/score.ts'

const closed = { additionalProperties: false } as const
const removes = 'null removes the value.'

const scorePatch = Type.Object(
  {
    comment: Type.Optional(orNull(Type.String({ maxLength: 20_000 }))),
    snippet: Type.Optional(
      orNull(
        Type.Object(
          { snippetId: Type.Optional(Type.String({ maxLength: 40 })), edited: Type.Optional(Type.Boolean()) },
          closed,
        ),
      ),
    ),
    levelId: Type.Optional(orNull(Type.String({ maxLength: 40 }))),
    checks: Type.Optional(
      Type.Unsafe<Record<string, number | null> | null>({
        type: ['object', 'null'],
        additionalProperties: { type: ['integer', 'null'] },
        description: `How many times each check applies, by its id; ${removes}`,
      }),
    ),
    points: Type.Optional(orNull(Type.Number())),
  },
  closed,
)
type ScorePatch = Static<typeof scorePatch>

/** The body of a save of an assessment. The schema does not check whether the rubric allows the merged judgement. */
export const judgementPatch = Type.Object(
  {
    scores: Type.Optional(
      Type.Unsafe<Record<string, ScorePatch | null> | null>({
        type: ['object', 'null'],
        additionalProperties: orNull(scorePatch),
        description: `Changes of scores by the ids of their criteria; ${removes}`,
      }),
    ),
    adjustment: Type.Optional(
      orNull(
        Type.Object(
          {
            points: Type.Optional(Type.Number()),
            reason: Type.Optional(Type.String({ maxLength: 500 })),
          },
          { ...closed, description: removes },
        ),
      ),
    ),
    privateNote: Type.Optional(
      orNull(Type.String({ maxLength: 20_000, description: 'For staff, never for students.' })),
    ),
  },
  { title: 'JudgementPatch', ...closed, description: 'A JSON Merge Patch (RFC 7396) of scores, adjustment and note.' },
)

export const judgement = Type.Object(
  { scores, adjustment: nullable(adjustment), privateNote: Type.String() },
  { title: 'Judgement', description: 'Scores, adjustment and note of an assessment.' },
)
