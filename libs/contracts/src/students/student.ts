import Type, { type Static } from 'typebox'
import { shownUpstream } from '../delivery/upstream.ts'
import { upstreamId } from '../schemas/ids.ts'
import { instant, nullable } from '../schemas/paging.ts'
import { personRef } from '../schemas/person-ref.ts'
import { exerciseName } from '../snapshots/exercise-name.ts'
import { submissionRow } from '../submissions/submission.ts'

const row = {
  userId: upstreamId('The student.'),
  username: Type.String(),
  fullName: Type.String(),
  email: Type.String(),
  studentId: nullable(Type.String()),
  tagSlugs: Type.Array(Type.String()),
  lastSubmissionAt: nullable(instant('The time of the last submission to an exercise that is graded by hand.')),
  openWork: Type.Integer({
    description:
      'Submissions that wait for their assessment, in every language, also in those that the reader does not grade.',
  }),
  finishedWork: Type.Integer({ description: 'Submissions that were assessed, in every language.' }),
}

export const studentRow = Type.Object(row, { title: 'StudentRow', description: 'A student in the list of a course.' })
export type StudentRow = Static<typeof studentRow>

export const studentPage = Type.Object(
  {
    ...row,
    left: Type.Boolean({ description: 'Whether the student has left the course.' }),
    submissions: Type.Array(
      Type.Object({
        submissionId: upstreamId('The submission.'),
        exerciseId: upstreamId('Its exercise.'),
        exerciseName,
        attempt: submissionRow.properties.attempt,
        submittedAt: instant('When it was submitted.'),
        state: submissionRow.properties.state,
        points: submissionRow.properties.points,
        maxPoints: submissionRow.properties.maxPoints,
        assessmentId: nullable(Type.String()),
        upstream: shownUpstream,
      }),
      {
        description:
          'Those that `listSubmissions` shows of the student, newest first, as many as keep the reply below 2 MiB. Teachers also see anonymous ones.',
      },
    ),
    unsettled: Type.Array(
      Type.Object({
        deliveryId: Type.String(),
        submissionId: upstreamId('The submission.'),
        state: Type.Enum(['pending', 'sending', 'ambiguous'], { type: 'string' }),
      }),
      { maxItems: 100, description: 'For teachers: the deliveries for which an erasure is refused now.' },
    ),
    feedback: Type.Array(
      Type.Object({
        id: Type.String(),
        submissionId: nullable(upstreamId('The submission; null for a document about the student.')),
        state: Type.String(),
        author: nullable(personRef),
        updatedAt: nullable(instant('When it last changed. Null, like the author, for students.')),
        publishedAt: nullable(instant('When it was published.')),
        readAt: nullable(instant('When a student first read what was published then.')),
      }),
    ),
    pointsByExercise: Type.Array(
      Type.Object({
        exerciseId: upstreamId('The exercise.'),
        exerciseName,
        points: nullable(
          Type.Number({
            description:
              'For staff, the best grade of a submission that is ready on the learning platform; for the student, the best released result.',
          }),
        ),
        maxPoints: Type.Number(),
      }),
    ),
  },
  { title: 'StudentPage', description: 'A student of a course, with submissions, feedback and points.' },
)
export type StudentPage = Static<typeof studentPage>

export const studentParams = Type.Object({
  courseId: upstreamId('The course.'),
  userId: upstreamId('The student on the learning platform.'),
})
