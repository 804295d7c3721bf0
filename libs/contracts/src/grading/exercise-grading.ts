import Type, { type Static } from 'typebox'
import { courseParams, upstreamId } from '../schemas/ids.ts'
import { givenTime, orNull, recordIdPattern } from '../schemas/paging.ts'

export const exerciseGrading = Type.Object(
  {
    rubricId: orNull(
      Type.String({
        pattern: recordIdPattern,
        description:
          'A published rubric of the course; null: one criterion of points, up to the maximum of the exercise.',
      }),
    ),
    anonymous: Type.Boolean({ description: 'Whether staff see aliases instead of names until the release.' }),
    attempts: Type.Enum(['latest', 'all'], {
      type: 'string',
      description: 'Which submissions of the same people are graded.',
    }),
    order: Type.Enum(['bands', 'oldest'], {
      type: 'string',
      description: '`oldest`: by time; `bands`: by day, and within a day in a random order.',
    }),
    autoPoints: Type.Enum(['shown', 'added'], {
      type: 'string',
      description:
        '`added`: the points of automatic checks are part of the grade, which replaces theirs; `shown`: they are only shown.',
    }),
    release: Type.Enum(['immediate', 'manual'], {
      type: 'string',
      description: '`immediate`: when an assessment is completed; `manual`: when a teacher says so.',
    }),
    releaseAt: orNull(givenTime('When results are released automatically; only with `release: manual`.')),
    leaseMinutes: Type.Integer({ minimum: 5, maximum: 240, description: 'How long a claim lasts without a save.' }),
    maxOpenClaims: Type.Integer({ minimum: 1, maximum: 50, description: 'How many claims a grader may have open.' }),
    dueAt: orNull(givenTime('When the grading is due.')),
    notify: Type.Boolean({ description: 'Whether the learning platform notifies students of their grade.' }),
  },
  { title: 'ExerciseGrading', additionalProperties: false, description: 'How an exercise is graded by hand.' },
)
export type ExerciseGrading = Static<typeof exerciseGrading>

/** The grading settings of an exercise before they are first written, at revision 0. */
export const defaultExerciseGrading: ExerciseGrading = {
  rubricId: null,
  anonymous: false,
  attempts: 'latest',
  order: 'bands',
  autoPoints: 'shown',
  release: 'manual',
  releaseAt: null,
  leaseMinutes: 30,
  maxOpenClaims: 5,
  dueAt: null,
  notify: true,
}

export const exerciseParams = Type.Object({
  ...courseParams.properties,
  exerciseId: upstreamId('The exercise.'),
})

export const exerciseGradingExample: ExerciseGrading = {
  ...defaultExerciseGrading,
  anonymous: true,
  releaseAt: '2026-12-01T10:00:00.000Z',
  leaseMinutes: 60,
}
