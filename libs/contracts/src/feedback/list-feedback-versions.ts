import Type from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { numberKey, pageOf, pageQuery } from '../schemas/paging.ts'
import { feedbackParams, feedbackVersionBrief } from './feedback-document.ts'
import { feedbackIds, feedbackVersionBriefExample } from './feedback-examples.ts'

export const listFeedbackVersions = defineOperation({
  method: 'get',
  path: '/feedback/{id}/versions',
  tag: 'feedback',
  allow: 'grader',
  subject: 'feedback',
  summary: 'List the versions of a feedback document',
  description: 'The newest version first. The texts of the versions are left out.',
  params: feedbackParams,
  query: Type.Object(pageQuery),
  pageKey: numberKey,
  example: { params: { id: feedbackIds.held }, query: { limit: 50 } },
  replies: {
    200: {
      description: 'A page of versions.',
      schema: pageOf(feedbackVersionBrief),
      assessmentRevision: 'if_any',
      example: { items: [feedbackVersionBriefExample], nextCursor: null },
    },
  },
  problems: ['forbidden'],
})
