import { defineOperation } from '../operation/operation.ts'
import {
  capabilityMetadataExample,
  capabilityRegistrationExample,
  replacedCapabilityExample,
} from './capability-examples.ts'
import { capabilityMetadata, capabilityRegistration } from './capability.ts'

export const registerCapability = defineOperation({
  method: 'post',
  path: '/manual-grading/capabilities',
  tag: 'capabilities',
  allow: 'service',
  summary: 'Register a submission to be graded by hand',
  description:
    'Stores the capability encrypted and puts the submission into the grading queue, in one transaction. Registering again ' +
    'replaces the URL, sets the submitters, and tells the maximum of the exercise; after a delivered grade it also makes a new delivery of the standing result, which is held.',
  body: capabilityRegistration,
  example: { body: capabilityRegistrationExample },
  replies: {
    200: {
      description: 'The submission was registered before, and the URL is replaced.',
      schema: capabilityMetadata,
      example: replacedCapabilityExample,
    },
    201: {
      description: 'The capability is registered.',
      schema: capabilityMetadata,
      example: capabilityMetadataExample,
    },
  },
  problems: ['callback_not_allowed', 'fixtures_disabled', 'not_found', 'delivery_pending', 'delivery_ambiguous'],
})
