import Type, { type Static } from 'typebox'
import { instant, nullable } from '../schemas/paging.ts'

const whyCounted = ['graded_there', 'not_arrived', 'not_counted', 'late', 'scaled', 'ours'] as const

const upstream = Type.Object(
  {
    at: nullable(instant('When it was seen.')),
    counts: nullable(
      Type.Object(
        { points: Type.Number(), maxPoints: Type.Number() },
        {
          description:
            'What counted when it was seen. Null if nothing counts, and for students also if somebody graded there.',
        },
      ),
    ),
    because: Type.Enum([...whyCounted], {
      type: 'string',
      description:
        'The first that holds. `graded_there`: a person gave another grade there; `not_arrived`: no delivery of the result is known to have arrived; `not_counted`: the submission is gone, or its grade does not count; `late`: points were taken off for lateness; `scaled`: the points or their maximum differ for another reason; `ours`: what was given counts.',
    }),
    latePenalty: nullable(Type.Number({ description: 'The part of the points that a late submission lost.' })),
    onItsWay: Type.Boolean({ description: 'Whether a delivery of the result is pending or sending.' }),
  },
  { title: 'Upstream', description: 'What the learning platform counts of a released result.' },
)
export type Upstream = Static<typeof upstream>

/** Null where no result is released, or nobody has looked yet. */
export const shownUpstream = nullable(upstream)

export const upstreamExample: Upstream = {
  at: '2026-11-20T12:05:47.799Z',
  counts: { points: 8, maxPoints: 20 },
  because: 'late',
  latePenalty: 0.5,
  onItsWay: false,
}
