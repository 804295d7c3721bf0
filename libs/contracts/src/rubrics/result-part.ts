import Type from 'typebox'

const resultPart = Type.Object(
  {
    kind: Type.Enum(['starting', 'criterion', 'hidden', 'automatic', 'adjustment', 'rounding', 'limit'], {
      type: 'string',
      description:
        '`hidden`: all criteria together that a student may not see; `rounding`: what rounding changed; `limit`: what the limits 0 and `maxPoints` changed.',
    }),
    criterionId: Type.Optional(Type.String({ description: 'Only with `criterion`.' })),
    points: Type.Number(),
  },
  { title: 'ResultPart', description: 'A part of the points.' },
)

export const resultParts = Type.Array(resultPart, {
  description: 'They add up to the points exactly. Parts of 0 points are left out, except criteria.',
})

export const frozenParts = Type.Array(resultPart, {
  description:
    'They add up to the points exactly. Parts of 0 points are left out, except criteria. Empty for a result that was completed before parts were stored.',
})
