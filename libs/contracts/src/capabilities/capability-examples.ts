import type { CapabilityMetadata, CapabilityRegistration } from './capability.ts'

const submission = { courseId: 11, exerciseId: 1103, submissionId: 3001, maxPoints: 20 }

export const capabilityRegistrationExample: CapabilityRegistration = {
  ...submission,
  callbackUrl: 'https://plus.example.org/api/v2/submissions/3001/grader?token=sbb9.00000000000000000000000000000000',
  submitterIds: [201, 203],
  submittedAt: '2026-11-02T08:59:59Z',
  language: 'en',
  attempt: 1,
  autoPoints: 3.5,
}

export const capabilityMetadataExample: CapabilityMetadata = {
  ...submission,
  state: 'stored',
  delivery: null,
  submittedAt: '2026-11-02T08:59:59.000Z',
  registeredAt: '2026-11-02T09:00:00.000Z',
  expiresAt: '2027-05-01T09:00:00.000Z',
  keyId: 'k1',
  fixture: false,
  replaced: false,
}

/** A capability that was registered again after its grade had arrived. A delivery of the standing result is held. */
export const replacedCapabilityExample: CapabilityMetadata = {
  ...capabilityMetadataExample,
  replaced: true,
  delivery: { id: '019ea3f2-6c00-7a1b-8c2d-3e4f5a6b7c8d', state: 'held' },
}
