import Type, { type Static } from 'typebox'
import { upstreamId } from '../ids.ts'
import { instant, nullable } from '../paging.ts'

/** Somebody whom a reply names; without an id where graders must not know who it is. */
export const personRef = Type.Object(
  {
    userId: nullable(upstreamId('The person; null where an alias stands for them.')),
    fullName: Type.String({
      description: 'The name, the alias, or `User` and the id of somebody who is not on the roster.',
    }),
    alias: Type.Boolean(),
  },
  { title: 'PersonRef', description: 'A person, or the alias of one.' },
)
export type PersonRef = Static<typeof personRef>

export const submissionStates = [
  'waiting',
  'in_progress',
  'completed',
  'released',
  'superseded',
  'not_queued',
  'submitted',
] as const

const row = {
  submissionId: upstreamId('The submission.'),
  courseId: upstreamId('Its course.'),
  exerciseId: upstreamId('Its exercise.'),
  submitters: Type.Array(personRef),
  submittedAt: instant('When it was submitted.'),
  attempt: nullable(
    Type.Integer({ minimum: 1, description: 'Which of the submitters’ submissions it is, where known.' }),
  ),
  language: nullable(Type.String({ description: 'The language that the submitters read, where known.' })),
  state: Type.Enum([...submissionStates], {
    type: 'string',
    description: '`submitted` is what a student sees until a result is released.',
  }),
  points: nullable(
    Type.Number({ description: 'Of the result that stands; for students, of the one that is released.' }),
  ),
  maxPoints: nullable(Type.Number()),
  autoPoints: nullable(Type.Number({ description: 'What automatic checks gave.' })),
  upstream: nullable(
    Type.Object(
      { status: Type.String(), grade: Type.Number() },
      { description: 'What the learning platform showed when the snapshot was taken.' },
    ),
  ),
  assessment: nullable(
    Type.Object({
      id: Type.String(),
      grader: personRef,
      holder: nullable(personRef),
      leaseExpiresAt: nullable(instant('When the claim of the holder ends.')),
      updatedAt: instant('When it last changed.'),
    }),
  ),
  mayClaim: Type.Boolean({ description: 'Whether the caller may claim it now.' }),
}

export const submissionRow = Type.Object(row, {
  title: 'SubmissionRow',
  description: 'A submission in a list.',
})
export type SubmissionRow = Static<typeof submissionRow>

/** A list of other submissions of the same people is at most this long. */
export const maxAttempts = 100

export const submissionDetail = Type.Object(
  {
    ...row,
    attempts: Type.Array(submissionRow, {
      maxItems: maxAttempts,
      description: 'Submissions of the same people to the same exercise, newest first.',
    }),
    latePenalty: nullable(Type.Number({ description: 'The part of the points that a late submission loses.' })),
    upstreamFeedbackHtml: nullable(
      Type.String({ description: 'What automatic checks said, as HTML that is safe to show.' }),
    ),
    feedbackIds: Type.Array(Type.String()),
    upstreamUrl: nullable(Type.String({ description: 'The page that a person opens on the learning platform.' })),
  },
  { title: 'SubmissionDetail', description: 'A submission with what belongs to it.' },
)
export type SubmissionDetail = Static<typeof submissionDetail>

export const submissionParams = Type.Object({ submissionId: upstreamId('The submission on the learning platform.') })
