import Type, { type Static } from 'typebox'
import { shownUpstream } from '../delivery/upstream.ts'
import { upstreamId } from '../schemas/ids.ts'
import { instant, nullable, recordIdPattern, revisionOf } from '../schemas/paging.ts'
import { rubricDocument } from '../rubrics/rubric-document.ts'
import { frozenParts } from '../rubrics/result-part.ts'
import { adjustment, scores } from '../rubrics/score.ts'
import { exerciseName } from '../snapshots/exercise-name.ts'
import { personRef } from '../schemas/person-ref.ts'

const assessmentStates = ['in_progress', 'completed'] as const

export const assessment = Type.Object(
  {
    id: Type.String(),
    courseId: upstreamId('The course.'),
    exerciseId: upstreamId('The exercise.'),
    exerciseName,
    submissionId: upstreamId('The submission that is judged.'),
    round: Type.Integer({ minimum: 1, description: 'Always 1.' }),
    state: Type.Enum([...assessmentStates], { type: 'string' }),
    revision: revisionOf('Rises with every change of scores, adjustment, note or feedback document.'),
    gone: Type.Boolean({
      description:
        'Whether the learning platform is known to have its submission no more. The holder keeps claim and draft, but a grade would not be sent.',
    }),
    grader: personRef,
    holder: nullable(personRef),
    leaseExpiresAt: nullable(instant('When the claim of the holder ends.')),
    superseded: Type.Boolean({ description: 'Whether a newer submission of the same people is graded in its place.' }),
    supersededBy: nullable(
      upstreamId(
        'That newer submission; also null where the names of one of the two would tell who is behind the aliases of the other.',
      ),
    ),
    postponed: nullable(Type.Object({ note: Type.String(), at: instant('When it was postponed.') })),
    rubric: Type.Object(
      {
        rubricId: nullable(Type.String()),
        version: Type.Integer({ minimum: 0 }),
        wording: Type.Integer({ minimum: 0 }),
        document: rubricDocument,
      },
      {
        description:
          'The rubric that it is judged by. Without a rubric there is one criterion of points, with version and wording 0.',
      },
    ),
    scores,
    adjustment: nullable(adjustment),
    privateNote: Type.String({ description: 'For staff, never for students.' }),
    points: Type.Number({ description: 'The points that result from the scores and the adjustment.' }),
    maxPoints: Type.Number({
      description:
        "The rubric's; without one, that of the exercise as it was last told when the assessment was last claimed or restarted.",
    }),
    upstreamPoints: nullable(
      Type.Integer({
        description:
          'The whole number that the learning platform will show, before any penalty for lateness; null while nothing is scored.',
      }),
    ),
    upstreamMaxPoints: Type.Integer({
      description:
        'The maximum of the exercise on the learning platform, as a refresh or a registration told it last; once the grade was delivered, the one at its send.',
    }),
    byCriterion: Type.Unsafe<Record<string, number>>({
      type: 'object',
      additionalProperties: { type: 'number' },
      description: 'The points of every criterion.',
    }),
    parts: frozenParts,
    submitters: Type.Array(personRef),
    tagSlugs: Type.Array(Type.String(), {
      description: 'The tags of the submitters together; none while these have aliases.',
    }),
    submittedAt: instant('When the work was submitted.'),
    language: Type.String({ description: 'The language that the submitters read.' }),
    attempt: Type.Integer({ minimum: 1 }),
    autoPoints: nullable(Type.Number({ description: 'The points of automatic checks.' })),
    deliverable: Type.Boolean({
      description:
        'Whether a grade can be sent. If not, a delivery stays held until the submission is registered again, or, if it is gone, found again.',
    }),
    feedbackId: Type.String(),
    delivery: nullable(
      Type.Object({ id: Type.String(), state: Type.String() }, { description: 'The latest delivery.' }),
    ),
    upstream: shownUpstream,
    startedAt: instant('When it was first claimed.'),
    updatedAt: instant('When it last changed.'),
    completedAt: nullable(instant('When it was completed.')),
    releasedAt: nullable(instant('The time from which students may see the result that stands.')),
  },
  {
    title: 'Assessment',
    description:
      'The judgement of one submission. `grader` judged last. `holder` may write now, also after the lease ended, until somebody else claims.',
  },
)
export type Assessment = Static<typeof assessment>

export const assessmentParams = Type.Object({
  id: Type.String({ pattern: recordIdPattern, description: 'The assessment.' }),
})
