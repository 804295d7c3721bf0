import Type from 'typebox'
import { maxId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'
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
    'One of a submission is saved by the holder of its assessment, whose revision rises, too; one about a student by any grader whose',
    'restriction admits it. With `If-Match` the revision of the document must be the current one. With `base` the save succeeds when nothing',
    'that it names has changed since that revision: not the body, not the language and no annotation; else it is 409 `merge_conflict`. A save',
    'that says nothing new makes no revision. One that is refused with 409 or 412 is kept for seven days among the parked drafts of the caller.',
  ].join(' '),
  params: feedbackParams,
  query: Type.Object({
    base: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxId,
        examples: [1],
        description: 'The revision that the save builds on, in place of `If-Match`.',
      }),
    ),
  }),
  body: feedbackPatch,
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
  timeLimitMs: usualLimitMs,
})
