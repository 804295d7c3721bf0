import Type from 'typebox'
import { maxId } from '../schemas/ids.ts'
import { judgementBody } from '../operation/limits.ts'
import { defineOperation } from '../operation/operation.ts'
import { assessmentIds } from './assessment-examples.ts'
import { assessmentParams } from './assessment.ts'
import { judgementPatch } from './judgement-patch.ts'

export const patchAssessment = defineOperation({
  method: 'patch',
  path: '/assessments/{id}',
  tag: 'grading',
  allow: 'grader',
  subject: 'assessment',
  summary: 'Save scores, adjustment and note',
  description: [
    'Only the holder may save, also after the lease has ended as long as nobody else has claimed. A save renews the lease. With `If-Match` the',
    'revision must be the current one. With `base` the save succeeds if nothing that it names has changed since that revision: no',
    "criterion's score, not the adjustment and not the note; otherwise the reply is 409 `merge_conflict`. Scores that the rubric does not allow are 400;",
    'unfinished ones are stored. Scores, adjustment and note together have at most 700,000 bytes. A save that changes nothing makes no revision. A save that is',
    'refused with 409 or 412 is kept for seven days among the parked drafts of the caller. Then the `ETag` is the current revision, `detail`',
    'says who changed the assessment and when, and `fieldErrors` has a `changed` for everything that changed since.',
  ].join(' '),
  params: assessmentParams,
  query: Type.Object({
    base: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxId,
        examples: [1],
        description: 'The revision that the save is based on, instead of `If-Match`.',
      }),
    ),
  }),
  body: judgementPatch,
  maxBody: judgementBody,
  mergePatch: true,
  ifMatch: 'or_base',
  assessmentRevision: true,
  example: {
    params: { id: assessmentIds.held },
    revision: 1,
    body: { scores: { report: { points: 9.5, comment: null } }, privateNote: 'Ask about the second part.' },
  },
  replies: { 204: { description: 'The assessment is saved.', etag: true, assessmentRevision: true } },
  problems: ['claim_lost', 'not_in_state', 'merge_conflict'],
})
