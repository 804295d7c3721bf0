import Type from 'typebox'
import { assessmentIds } from '../assessments/assessment-examples.ts'
import { courseParams } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { pageOf, pageQuery, recordKey } from '../schemas/paging.ts'
import { openClaim } from './queue.ts'

export const listOpenClaims = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/claims',
  tag: 'grading',
  allow: 'teacher',
  summary: 'List the open claims of a course',
  description:
    'Every submission of the course that somebody holds and whose claim has not ended, in the order in which their assessments began.',
  params: courseParams,
  query: Type.Object(pageQuery),
  pageKey: recordKey,
  example: { params: { courseId: 11 }, query: { limit: 50 } },
  replies: {
    200: {
      description: 'A page of claims.',
      schema: pageOf(openClaim),
      example: {
        items: [
          {
            assessmentId: assessmentIds.held,
            exerciseId: 1103,
            submissionId: 9101,
            holder: { userId: 103, fullName: 'Assia English', alias: false },
            claimedAt: '2026-11-02T10:00:00.000Z',
            savedAt: '2026-11-02T10:05:00.000Z',
            leaseExpiresAt: '2026-11-02T10:35:00.000Z',
          },
        ],
        nextCursor: null,
      },
    },
  },
})
