import Type from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { numberKey, pageOf, pageQuery } from '../schemas/paging.ts'
import { capabilityMetadataExample } from './capability-examples.ts'
import { capabilityMetadata, exerciseQuery } from './capability.ts'

export const listCapabilities = defineOperation({
  method: 'get',
  path: '/manual-grading/capabilities',
  tag: 'capabilities',
  allow: 'service',
  summary: 'List the capabilities of an exercise',
  description: 'The stored capabilities of one exercise, in the order of the submission ids.',
  query: Type.Object({ ...exerciseQuery, state: Type.Optional(capabilityMetadata.properties.state), ...pageQuery }),
  pageKey: numberKey,
  example: { query: { courseId: 11, exerciseId: 1103, state: 'stored', limit: 50 } },
  replies: {
    200: {
      description: 'A page of capabilities.',
      schema: pageOf(capabilityMetadata),
      example: { items: [capabilityMetadataExample], nextCursor: null },
    },
  },
})
