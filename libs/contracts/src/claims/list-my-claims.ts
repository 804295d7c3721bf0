import Type from 'typebox'
import { assessmentIds } from '../assessments/assessment-examples.ts'
import { defineOperation } from '../operation/operation.ts'
import { pageOf, pageQuery, recordKey } from '../schemas/paging.ts'
import { myClaim } from './queue.ts'

export const listMyClaims = defineOperation({
  method: 'get',
  path: '/my/claims',
  tag: 'grading',
  allow: 'signed_in',
  summary: 'List the claims of the caller',
  description: [
    'Submissions in all courses that the caller holds, and drafts of the caller whose claim has ended and that nobody else has, so that somebody else may',
    'claim them; also those whose submission was superseded or is gone. They are in the order in which their assessments began.',
  ].join(' '),
  query: Type.Object(pageQuery),
  pageKey: recordKey,
  example: { query: { limit: 50 } },
  replies: {
    200: {
      description: 'A page of claims.',
      schema: pageOf(myClaim),
      example: {
        items: [
          {
            assessmentId: assessmentIds.held,
            courseId: 11,
            exerciseId: 1103,
            exerciseName: '|en:Essay program|fi:Esseeohjelma|',
            submissionId: 9101,
            submitters: [{ userId: 201, fullName: 'Eero Demonen 1', alias: false }],
            submittedAt: '2026-11-01T10:00:00.000Z',
            isHeld: true,
            revision: 3,
            claimedAt: '2026-11-02T10:00:00.000Z',
            savedAt: '2026-11-02T10:05:00.000Z',
            leaseExpiresAt: '2026-11-02T10:35:00.000Z',
            gone: false,
            superseded: false,
            supersededBy: null,
          },
        ],
        nextCursor: null,
      },
    },
  },
})
