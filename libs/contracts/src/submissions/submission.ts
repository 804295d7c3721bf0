import Type, { type Static } from 'typebox'
import { shownUpstream } from '../delivery/upstream.ts'
import { upstreamId } from '../schemas/ids.ts'
import { instant, nullable } from '../schemas/paging.ts'
import { personRef } from '../schemas/person-ref.ts'
import { exerciseName } from '../snapshots/exercise-name.ts'

export const submissionStates = [
  'waiting',
  'in_progress',
  'completed',
  'released',
  'gone',
  'superseded',
  'not_queued',
  'submitted',
] as const

const row = {
  submissionId: upstreamId('The submission.'),
  courseId: upstreamId('Its course.'),
  exerciseId: upstreamId('Its exercise.'),
  exerciseName,
  submitters: Type.Array(personRef),
  submittedAt: instant('When it was submitted.'),
  attempt: nullable(
    Type.Integer({
      minimum: 1,
      description: 'The number of this submission among those of the same submitters; null if unknown.',
    }),
  ),
  language: nullable(Type.String({ description: 'The language that the submitters read; null if unknown.' })),
  state: Type.Enum([...submissionStates], {
    type: 'string',
    description:
      '`submitted` is what a student sees until a result is released. `gone`: the learning platform no longer has it, nobody holds it, and it has no result.',
  }),
  gone: Type.Boolean({
    description: 'Whether the learning platform is known to have it no more. Always false for students.',
  }),
  points: nullable(
    Type.Number({ description: 'The points of the result that stands; for students, of the released one.' }),
  ),
  maxPoints: nullable(Type.Number()),
  autoPoints: nullable(Type.Number({ description: 'The points of automatic checks.' })),
  upstream: nullable(
    Type.Object(
      { status: Type.String(), grade: Type.Number() },
      {
        description:
          'Status and grade on the learning platform: in lists as the snapshot or a delivery saw them last, in `SubmissionDetail` as read for this reply, like `latePenalty`; null if the platform no longer has the submission.',
      },
    ),
  ),
  counted: shownUpstream,
  assessment: nullable(
    Type.Object({
      id: Type.String(),
      grader: personRef,
      holder: nullable(personRef),
      leaseExpiresAt: nullable(instant('When the claim of the holder ends.')),
      updatedAt: instant('When it last changed.'),
    }),
  ),
  postponed: nullable(
    Type.Object(
      { note: Type.String(), at: instant('When it was postponed.') },
      { description: 'While it waits behind what nobody postponed. Null for students.' },
    ),
  ),
  superseded: Type.Boolean({ description: 'Whether a newer attempt took its place. Always false for students.' }),
  mayClaim: Type.Boolean({ description: 'Whether the caller may claim it now.' }),
}

export const submissionRow = Type.Object(row, {
  title: 'SubmissionRow',
  description: 'A submission in a list.',
})
export type SubmissionRow = Static<typeof submissionRow>

const maxAttempts = 100

export const submissionDetail = Type.Object(
  {
    ...row,
    attempts: Type.Array(submissionRow, {
      maxItems: maxAttempts,
      description: 'Submissions of the same people to the same exercise, newest first.',
    }),
    latePenalty: nullable(Type.Number({ description: 'The part of the points that a late submission loses.' })),
    upstreamFeedbackHtml: nullable(
      Type.String({ description: 'The feedback of automatic checks, as HTML that is safe to show.' }),
    ),
    feedbackIds: Type.Array(Type.String()),
    upstreamUrl: nullable(Type.String({ description: 'The page that a person opens on the learning platform.' })),
  },
  { title: 'SubmissionDetail', description: 'A submission with its details.' },
)
export type SubmissionDetail = Static<typeof submissionDetail>

export const submissionParams = Type.Object({ submissionId: upstreamId('The submission on the learning platform.') })
