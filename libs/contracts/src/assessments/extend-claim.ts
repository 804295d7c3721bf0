import Type from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { instant } from '../schemas/paging.ts'
import { assessmentExample, assessmentIds } from './assessment-examples.ts'
import { assessmentParams } from './assessment.ts'

const extendedClaim = Type.Object(
  { leaseExpiresAt: instant('When the lease ends.') },
  { title: 'ExtendedClaim', description: 'The claim, whose lease was renewed.' },
)

export const extendClaim = defineOperation({
  method: 'post',
  path: '/assessments/{id}/heartbeat',
  tag: 'grading',
  allow: 'grader',
  subject: 'assessment',
  summary: 'Renew the lease of a claim',
  description: 'Renews the lease of the holder, also after it ended, as long as nobody else has claimed.',
  params: assessmentParams,
  assessmentRevision: true,
  example: { params: { id: assessmentIds.held } },
  replies: {
    200: {
      description: 'The lease is renewed.',
      schema: extendedClaim,
      assessmentRevision: true,
      example: { leaseExpiresAt: assessmentExample.leaseExpiresAt },
    },
  },
  problems: ['claim_lost', 'not_in_state'],
})
