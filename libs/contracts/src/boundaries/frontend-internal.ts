import * as operations from './frontend-internal-operations.ts'
import { frontendProblems } from './frontend-problems.ts'
import { defineBoundary } from '../operation/operation.ts'

export const frontendInternal = defineBoundary({
  name: 'frontend-internal',
  prefix: '/internal/frontend',
  credentials: { service: 'frontend_secret', person: 'session' },
  checksFirst: 'credential',
  operations,
  problems: frontendProblems,
  commonProblems: {
    every: ['invalid_frontend_secret', 'validation_failed', 'internal', 'overloaded'],
    person: ['invalid_session', 'session_expired'],
    course: ['invalid_upstream_token', 'forbidden', 'not_found', 'upstream_unavailable'],
    // No 403 here: strangers must not learn which slugs are taken, and nobody learns of a submission that is not theirs to read.
    subject: {
      course_by_slug: ['invalid_upstream_token', 'not_found', 'upstream_unavailable'],
      submission: ['invalid_upstream_token', 'not_found', 'upstream_unavailable'],
      // No 403: others must not learn that there is such a draft, nor of which course.
      parked_draft: ['not_found'],
      own_feedback: ['not_found'],
      // Only graders learn that there is feedback about somebody. A grader gets 403 for feedback about themselves.
      feedback: ['invalid_upstream_token', 'not_found', 'upstream_unavailable'],
    },
    fixtureTooling: [],
    body: ['payload_too_large', 'unsupported_media_type'],
    ifMatch: ['malformed_if_match', 'precondition_required', 'revision_conflict'],
    assessmentRevision: ['malformed_if_match', 'revision_conflict'],
    page: ['invalid_cursor'],
  },
})
