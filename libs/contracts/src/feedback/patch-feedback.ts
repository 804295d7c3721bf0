import Type from 'typebox'
import { maxId } from '../schemas/ids.ts'
import { bodyLimitBytes } from '../operation/limits.ts'
import { defineOperation } from '../operation/operation.ts'
import { feedbackParams, feedbackPatch } from './feedback-document.ts'
import { feedbackIds } from './feedback-examples.ts'

export const patchFeedback = defineOperation({
  method: 'patch',
  path: '/feedback/{id}',
  tag: 'feedback',
  allow: 'grader',
  subject: 'feedback',
  summary: 'Save a feedback document',
  description: [
    'The document of a submission is saved by the holder of the assessment, whose revision rises, too. A document about a student is saved by any grader whose',
    'restriction admits it. With `If-Match` the revision of the document must be the current one. With `base` the save succeeds if nothing',
    'that it names has changed since that revision: not the body, not the language and no annotation; otherwise the reply is 409 `merge_conflict`. A save',
    'that changes nothing makes no revision. A save that is refused with 409 or 412 is kept for seven days among the parked drafts of the caller.',
  ].join(' '),
  params: feedbackParams,
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
  body: feedbackPatch,
  maxBody: { bytes: bodyLimitBytes, members: 20_000 },
  mergePatch: true,
  ifMatch: 'or_base',
  assessmentRevision: true,
  example: {
    params: { id: feedbackIds.held },
    revision: 1,
    body: {
      body: 'See *the second part*.',
      annotations: {
        a1: {
          anchor: { fileId: 71, path: 'essay.txt' },
          startLine: 3,
          endLine: 4,
          kind: 'question',
          body: 'Why?',
          private: false,
        },
      },
    },
  },
  replies: { 204: { description: 'The document is saved.', etag: true, assessmentRevision: 'if_any' } },
  problems: ['forbidden', 'claim_lost', 'not_in_state', 'merge_conflict'],
})
