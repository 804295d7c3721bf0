import Type from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { requiredText } from '../schemas/required-text.ts'
import { deliveryExample } from './delivery-examples.ts'
import { delivery, deliveryParams, resolutions } from './delivery.ts'

const resolution = Type.Object(
  {
    as: Type.Enum([...resolutions], {
      type: 'string',
      description: 'The outcome of the delivery, or the next step: it arrived, it is sent again, or it is cancelled.',
    }),
    reason: requiredText(500, "The reason in the person's own words. It is stored."),
  },
  {
    title: 'DeliveryResolution',
    additionalProperties: false,
    description: "A person's decision on a delivery that is ambiguous or refused.",
  },
)

export const resolveDelivery = defineOperation({
  method: 'post',
  path: '/deliveries/{id}/resolve',
  tag: 'grading',
  allow: 'teacher',
  subject: 'delivery',
  summary: 'Resolve a delivery',
  description: [
    'Records the decision of a teacher, who should check the learning platform first. An ambiguous delivery is declared delivered, is sent again or is cancelled;',
    'a refused one is sent again or cancelled. An ambiguous one can be sent again or cancelled only some time after its send:',
    'until then the problem is `not_in_state`, with the remaining time in `Retry-After`. Before it is sent again, the submission is',
    'verified. A refused delivery then overwrites only the grade that was seen when it was refused. An ambiguous one overwrites',
    "nobody's grade, and becomes refused if somebody's grade stands. Of several decisions at the same time, one is recorded.",
  ].join(' '),
  params: deliveryParams,
  body: resolution,
  example: {
    params: { id: deliveryExample.id },
    body: { as: 'send_again', reason: 'The learning platform shows no grade, one hour later.' },
  },
  replies: {
    200: {
      description: 'The delivery as it is now.',
      schema: delivery,
      example: {
        ...deliveryExample,
        state: 'pending',
        decideFrom: null,
        decisions: [
          {
            as: 'send_again',
            by: { userId: 101, fullName: 'Terry Teacher', alias: false },
            at: '2026-11-02T10:00:00.000Z',
            reason: 'The learning platform shows no grade, one hour later.',
          },
        ],
        updatedAt: '2026-11-02T10:00:00.000Z',
      },
    },
  },
  problems: ['not_in_state'],
})
