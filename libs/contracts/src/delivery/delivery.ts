import Type, { type Static } from 'typebox'
import { upstreamId } from '../schemas/ids.ts'
import { instant, nullable } from '../schemas/paging.ts'
import { exerciseName } from '../snapshots/exercise-name.ts'
import { personRef } from '../schemas/person-ref.ts'

export const deliveryStates = ['held', 'pending', 'sending', 'delivered', 'refused', 'ambiguous', 'cancelled'] as const

export const resolutions = ['delivered', 'send_again', 'cancelled'] as const

const upstreamStatuses = ['initialized', 'waiting', 'error', 'rejected', 'ready', 'unofficial'] as const

export const delivery = Type.Object(
  {
    id: Type.String(),
    courseId: upstreamId('The course.'),
    exerciseId: upstreamId('The exercise.'),
    exerciseName,
    submissionId: upstreamId('The submission.'),
    submitters: Type.Array(personRef, { description: 'As in `SubmissionRow`.' }),
    assessmentId: Type.String({ description: 'The assessment whose result it brings.' }),
    grader: personRef,
    deliverable: Type.Boolean({
      description:
        'Whether it can be sent; if not, the submission must be registered again, or, if it is gone, found again.',
    }),
    state: Type.Enum([...deliveryStates], { type: 'string' }),
    points: Type.Number(),
    maxPoints: Type.Number(),
    sends: Type.Array(
      Type.Object({
        number: Type.Integer({ minimum: 1 }),
        startedAt: nullable(instant('The send start: from then on the grade may have arrived.')),
        outcome: nullable(Type.String()),
        kind: nullable(Type.String()),
        status: nullable(
          Type.Integer({
            description:
              'The status of the reply to the send, or to the verification because of which it was not sent.',
          }),
        ),
      }),
    ),
    confirmedBy: nullable(Type.Enum(['answer', 'read_back', 'person'], { type: 'string' })),
    notBefore: nullable(instant('The time before which it is not sent.')),
    seenUpstream: nullable(
      Type.Object(
        {
          at: instant('When it was verified.'),
          grade: nullable(Type.Number()),
          gradingTime: nullable(Type.String()),
          grader: nullable(personRef),
        },
        { description: 'What the learning platform showed at the last verification.' },
      ),
    ),
    upstream: nullable(
      Type.Object(
        {
          at: instant('When it was shown.'),
          status: Type.Enum([...upstreamStatuses], { type: 'string' }),
          grade: Type.Number(),
          latePenalty: nullable(Type.Number({ description: 'The part of the points that a late submission lost.' })),
        },
        {
          description:
            'The grade as the learning platform showed it right after it was delivered, or when it was found there; while that could not be read, as a refresh showed it; if a verification found it changed, as that one did. A grade that is `unofficial` does not count. Null if the platform no longer has the submission.',
        },
      ),
    ),
    standing: Type.Enum(['ours', 'changed', 'unknown'], {
      type: 'string',
      description:
        'Whether that grade still stood at the last comparison; `changed` also if the submission is gone; `unknown` if no verification has seen the grade, and for older deliveries of the submission.',
    }),
    decideFrom: nullable(
      instant('Of an ambiguous delivery: from when on it can be sent again or cancelled. Null in other states.'),
    ),
    decisions: Type.Array(
      Type.Object({
        as: Type.Enum([...resolutions], { type: 'string' }),
        by: nullable(personRef),
        at: instant('When it was decided.'),
        reason: nullable(Type.String({ description: 'Null once it was erased.' })),
      }),
      {
        maxItems: 20,
        description: 'The newest 20 decisions of people on it, the newest first. `by` is null for an operator.',
      },
    ),
    createdAt: instant('When it was made.'),
    updatedAt: instant('When it last changed.'),
  },
  { title: 'Delivery', description: 'One grade on its way to the learning platform.' },
)
export type Delivery = Static<typeof delivery>

export const deliveryParams = Type.Object({
  id: Type.String({
    pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
    description: 'The delivery.',
  }),
})
