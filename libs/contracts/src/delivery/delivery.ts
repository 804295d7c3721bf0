import Type, { type Static } from 'typebox'
import { upstreamId } from '../ids.ts'
import { instant, nullable } from '../paging.ts'

export const deliveryStates = ['held', 'pending', 'sending', 'delivered', 'refused', 'ambiguous', 'cancelled'] as const

export const delivery = Type.Object({
  id: Type.String(),
  courseId: upstreamId('The course.'), exerciseId: upstreamId('The exercise.'), submissionId: upstreamId('The submission.'),
  state: Type.Enum([...deliveryStates], { type: 'string' }),
  points: Type.Number(), maxPoints: Type.Number(),
  sends: Type.Array(Type.Object({
    number: Type.Integer({ minimum: 1 }),
    doorAt: nullable(instant('After this moment it may have left.')),
    outcome: nullable(Type.String()), kind: nullable(Type.String()), status: nullable(Type.Integer()),
  })),
  confirmedBy: nullable(Type.Enum(['answer', 'read_back', 'person'], { type: 'string' })),
  notBefore: nullable(instant('It is not tried before.')),
  seenUpstream: nullable(Type.Object({
    at: instant('When it was looked at.'), grade: nullable(Type.Number()), gradingTime: nullable(Type.String()),
  }, { description: 'What the learning platform showed at the last look.' })),
  createdAt: instant('When it was made.'), updatedAt: instant('When it last changed.'),
}, { title: 'Delivery', description: 'One grade on its way to the learning platform.' })
export type Delivery = Static<typeof delivery>

export const deliveryParams = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$', description: 'The delivery.' }),
})
