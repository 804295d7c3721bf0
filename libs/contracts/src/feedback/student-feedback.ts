import Type, { type Static } from 'typebox'
import { shownUpstream } from '../delivery/upstream.ts'
import { upstreamId } from '../schemas/ids.ts'
import { instant, nullable } from '../schemas/paging.ts'
import { frozenParts } from '../rubrics/result-part.ts'
import { exerciseName } from '../snapshots/exercise-name.ts'
import { annotationKinds } from './feedback-document.ts'

const head = {
  id: Type.String(),
  courseId: upstreamId('The course.'),
  courseName: Type.String({ description: 'The configured name of the course.' }),
  exerciseId: nullable(upstreamId('The exercise; null for a document about the student.')),
  exerciseName,
  submissionId: nullable(upstreamId('The submission; null for a document about the student.')),
  language: Type.String(),
  publishedAt: instant('When it was published.'),
  readAt: nullable(instant('When the caller first read it.')),
}
const html = Type.String({ description: 'Sanitised: nothing in it can run.' })

export const myFeedback = Type.Object(
  {
    ...head,
    attempt: nullable(
      Type.Integer({ minimum: 1, description: 'The number of the submission; null for a document about the student.' }),
    ),
    points: nullable(Type.Number()),
    maxPoints: nullable(Type.Number()),
    upstream: shownUpstream,
  },
  { title: 'MyFeedback', description: 'Feedback that the caller may read.' },
)
export type MyFeedback = Static<typeof myFeedback>

export const studentFeedback = Type.Object(
  {
    ...head,
    bodyHtml: html,
    annotations: Type.Array(
      Type.Object({
        anchor: Type.Union([
          Type.Object({ fileId: upstreamId('A file of the submission.'), path: Type.String() }),
          Type.Object({ answerKey: Type.String() }),
        ]),
        startLine: Type.Integer(),
        endLine: Type.Integer(),
        kind: Type.Enum([...annotationKinds], { type: 'string' }),
        bodyHtml: html,
        criterionId: Type.Optional(Type.String()),
      }),
    ),
    result: nullable(
      Type.Object({
        points: Type.Number(),
        maxPoints: Type.Number(),
        upstreamPoints: Type.Integer({
          description:
            'The whole number that the learning platform shows or will show, before any penalty for lateness.',
        }),
        upstreamMaxPoints: Type.Integer({
          description:
            'The present maximum of the exercise on the learning platform; once the grade was delivered, the one at its send.',
        }),
        criteria: Type.Array(
          Type.Object({
            id: Type.String({
              description:
                'What `parts` and annotations name it by. Empty for a result that was frozen before this was kept.',
            }),
            title: Type.String(),
            points: Type.Number(),
            maxPoints: nullable(Type.Number({ description: 'Null for checks, whose maximum is not a single number.' })),
            chosen: Type.Array(Type.String()),
            notChosen: Type.Array(Type.String()),
            commentHtml: nullable(html),
          }),
        ),
        adjustment: nullable(Type.Object({ points: Type.Number(), reason: Type.String() })),
        parts: frozenParts,
        upstream: shownUpstream,
      }),
    ),
  },
  { title: 'StudentFeedback', description: 'Feedback as it was released, without anything that is only for staff.' },
)
export type StudentFeedback = Static<typeof studentFeedback>
