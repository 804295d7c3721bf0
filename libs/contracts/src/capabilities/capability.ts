import Type, { type Static } from 'typebox'
import { deliveryStates } from '../delivery/delivery.ts'
import { maxId, upstreamId } from '../schemas/ids.ts'
import { givenTime, instant, nullable } from '../schemas/paging.ts'

const decimalPoints = Type.Number({ minimum: 0, maximum: 1_000_000 })

export const capabilityRegistration = Type.Object(
  {
    courseId: upstreamId('The course.'),
    exerciseId: upstreamId('A manual-grading exercise of the course.'),
    submissionId: upstreamId('The submission.'),
    callbackUrl: Type.String({
      minLength: 1,
      maxLength: 2048,
      description:
        'The URL to which the grade of the submission can be posted once. It is a secret, and no reply contains it.',
    }),
    maxPoints: Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: "The learning platform's maximum for the exercise.",
    }),
    submitterIds: Type.Array(Type.Integer({ minimum: 1, maximum: maxId }), {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: 'The user ids of the submitters. Whoever is missing is no longer one of them.',
    }),
    submittedAt: givenTime('When it was submitted.'),
    language: Type.String({
      minLength: 1,
      maxLength: 35,
      pattern: '^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$',
      description: 'The language it was submitted in.',
    }),
    attempt: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description:
        'The number of this submission among those that the same submitters handed in for the exercise, from 1.',
    }),
    autoPoints: Type.Optional({
      ...decimalPoints,
      description: 'The points of automatic checks, with at most two decimal places.',
    }),
    fixture: Type.Optional(
      Type.Boolean({ description: 'Whether the submission, and everything that is derived from it, is a fixture.' }),
    ),
  },
  {
    title: 'CapabilityRegistration',
    additionalProperties: false,
    description: 'A submission to be graded by hand, with its callback capability.',
  },
)
export type CapabilityRegistration = Static<typeof capabilityRegistration>

/** What replies show of a stored capability: never the URL, its host, its token or the ciphertext. */
export const capabilityMetadata = Type.Object(
  {
    courseId: upstreamId('The course.'),
    exerciseId: upstreamId('The exercise.'),
    submissionId: upstreamId('The submission.'),
    state: Type.Enum(['stored', 'used', 'expired'], { type: 'string' }),
    delivery: nullable(
      Type.Object(
        { id: Type.String(), state: Type.Enum([...deliveryStates], { type: 'string' }) },
        { description: "The latest delivery of the submission's grade." },
      ),
    ),
    maxPoints: Type.Integer(),
    submittedAt: instant('When it was submitted.'),
    registeredAt: instant('When it was last registered.'),
    expiresAt: instant('When the capability expires.'),
    keyId: Type.String({ description: 'The id of the key that seals the capability.' }),
    fixture: Type.Boolean(),
    replaced: Type.Boolean({ description: 'Whether the submission had been registered before.' }),
  },
  { title: 'CapabilityMetadata', description: 'A stored capability without its URL.' },
)
export type CapabilityMetadata = Static<typeof capabilityMetadata>

export const submissionParams = Type.Object({ submissionId: upstreamId('The submission.') })

export const exerciseQuery = {
  courseId: upstreamId('The course.'),
  exerciseId: upstreamId('The exercise.'),
}
