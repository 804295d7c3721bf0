import Type, { type Static } from 'typebox'
import { upstreamId } from '../schemas/ids.ts'
import { instant, nullable, revisionOf } from '../schemas/paging.ts'
import { exerciseGrading } from '../grading/exercise-grading.ts'
import { rubricTitle } from '../rubrics/rubric.ts'
import { exerciseName } from '../snapshots/exercise-name.ts'
import { personRef } from '../schemas/person-ref.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const queue = Type.Object(
  {
    exerciseId: upstreamId('The exercise.'),
    exerciseName,
    waiting: count('Submissions that wait and that nobody holds.'),
    mine: count('Waiting submissions that the caller may grade.'),
    inProgress: count('Submissions that somebody holds.'),
    completed: count('Submissions with a result that is not released.'),
    completedByMe: count('Submissions with a result, released or not, of which the caller judged last.'),
    released: count('Submissions with a result that is released.'),
    held: count('Results whose grade is held until it is released.'),
    pending: count('Results whose grade is on its way.'),
    delivered: count('Results whose grade has arrived.'),
    ambiguous: count('Results whose grade may have arrived.'),
    refused: count('Results whose grade was refused.'),
    undeliverable: count(
      'Held grades that cannot be sent until their submission is registered again, or, if it is gone, found again.',
    ),
    oldestWaitingAt: nullable(instant('When the oldest submission that waits was submitted.')),
    dueAt: nullable(instant('When the grading of the exercise is due.')),
    grading: Type.Object(
      {
        revision: revisionOf('The revision of the settings; 0 until they are first written.'),
        rubricId: nullable(Type.String()),
        rubricTitle: nullable(rubricTitle('The title of the latest version of the rubric.')),
        release: exerciseGrading.properties.release,
        releaseAt: nullable(instant('When results are released automatically.')),
        anonymous: exerciseGrading.properties.anonymous,
      },
      { description: 'Of the grading settings of the exercise; defaults until they are first written.' },
    ),
  },
  { title: 'Queue', description: 'The progress of the grading of an exercise.' },
)
export type Queue = Static<typeof queue>

export const openClaim = Type.Object(
  {
    assessmentId: Type.String(),
    exerciseId: upstreamId('The exercise.'),
    submissionId: upstreamId('The submission.'),
    holder: personRef,
    claimedAt: instant('When it was claimed.'),
    savedAt: nullable(instant('When it was last saved.')),
    leaseExpiresAt: instant('When the claim ends.'),
  },
  { title: 'OpenClaim', description: 'A submission that somebody holds.' },
)
export type OpenClaim = Static<typeof openClaim>

export const myClaim = Type.Object(
  {
    assessmentId: Type.String(),
    courseId: upstreamId('The course.'),
    exerciseId: upstreamId('The exercise.'),
    exerciseName,
    submissionId: upstreamId('The submission.'),
    submitters: Type.Array(personRef, {
      description:
        'As in `SubmissionRow`. Empty also for a caller who may no longer read the submission: nobody of the staff or no grader now, or one of the submitters.',
    }),
    submittedAt: instant('When it was submitted.'),
    isHeld: Type.Boolean({ description: 'False for a draft whose claim has ended, so that anybody may claim it.' }),
    revision: Type.Integer({ minimum: 1, description: 'The revision of the assessment.' }),
    claimedAt: nullable(
      instant('When the caller claimed it; null if somebody else has claimed it since, and that claim has ended, too.'),
    ),
    savedAt: nullable(instant('When it was last saved.')),
    leaseExpiresAt: instant('When the claim ends, or ended.'),
    gone: Type.Boolean({ description: 'Whether the learning platform is known to have the submission no more.' }),
    superseded: Type.Boolean({ description: 'Whether a newer submission of the same people is graded in its place.' }),
    supersededBy: nullable(upstreamId('That newer submission; null also where `Assessment` does not name it.')),
  },
  {
    title: 'MyClaim',
    description: 'A submission that the caller holds, or a draft that the caller left when the claim ended.',
  },
)
export type MyClaim = Static<typeof myClaim>
