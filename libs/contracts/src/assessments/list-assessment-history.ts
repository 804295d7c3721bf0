import Type, { type Static } from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { instant, nullable, numberKey, pageOf, pageQuery, revisionOf } from '../schemas/paging.ts'
import { personRef } from '../schemas/person-ref.ts'
import { assessmentExample, assessmentIds } from './assessment-examples.ts'
import { assessmentParams } from './assessment.ts'
import { judgement } from './judgement-patch.ts'

const assessmentEvents = [
  'claimed',
  'saved',
  'feedback_saved',
  'handed_back',
  'postponed',
  'taken_over',
  'restarted',
  'completed',
  'reopened',
  'released',
  'migrated',
  'revealed',
  'superseded',
  'submitters_changed',
] as const

const assessmentEvent = Type.Object(
  {
    event: Type.Enum([...assessmentEvents], { type: 'string' }),
    by: nullable(personRef),
    at: instant('When it happened; if several saves are one step, the time of the first one.'),
    fromRevision: revisionOf('The revision before.'),
    toRevision: revisionOf('The revision after.'),
    pointsBefore: Type.Number(),
    pointsAfter: Type.Number(),
    reason: nullable(Type.String()),
    judgement: nullable(judgement),
    submitters: nullable(
      Type.Object(
        { before: Type.Array(personRef), after: Type.Array(personRef) },
        {
          description:
            'Of `submitters_changed`: who handed the work in before the step and after it. Null in other steps, and after an erasure.',
        },
      ),
    ),
  },
  {
    title: 'AssessmentEvent',
    description: [
      'A step of an assessment. `by` is null where the service did it. Saves of one person within five minutes are one step. `judgement`',
      'is what the assessment contained after a save; it is null for other steps, and after an erasure. `submitters_changed` says that',
      'the learning platform named others as submitters.',
    ].join(' '),
  },
)
export type AssessmentEvent = Static<typeof assessmentEvent>

export const listAssessmentHistory = defineOperation({
  method: 'get',
  path: '/assessments/{id}/history',
  tag: 'grading',
  allow: 'own_grader',
  subject: 'assessment',
  summary: 'List the history of an assessment',
  description: 'The newest step first, for teachers and for the grader who judged the assessment last.',
  params: assessmentParams,
  query: Type.Object(pageQuery),
  pageKey: numberKey,
  example: { params: { id: assessmentIds.held }, query: { limit: 50 } },
  replies: {
    200: {
      description: 'A page of the history.',
      schema: pageOf(assessmentEvent),
      assessmentRevision: true,
      example: {
        items: [
          {
            event: assessmentEvents[1],
            by: assessmentExample.grader,
            at: '2026-11-02T10:05:00.000Z',
            fromRevision: 1,
            toRevision: 2,
            pointsBefore: 0,
            pointsAfter: 17,
            reason: null,
            judgement: { scores: assessmentExample.scores, adjustment: null, privateNote: '' },
            submitters: null,
          },
        ],
        nextCursor: null,
      },
    },
  },
})
