import * as operations from './manual-grading-operations.ts'
import { manualGradingProblems } from './manual-grading-problems.ts'
import { defineBoundary } from '../operation/operation.ts'

export const manualGrading = defineBoundary({
  name: 'manual-grading',
  prefix: '/api/internal',
  credentials: { service: 'manual_grading_secret', person: 'none' },
  checksFirst: 'credential',
  operations,
  problems: manualGradingProblems,
  commonProblems: {
    every: ['invalid_manual_grading_secret', 'validation_failed', 'internal', 'overloaded'],
    person: [],
    course: [],
    subject: { capability: ['not_found'] },
    fixtureTooling: ['fixtures_disabled'],
    body: ['payload_too_large', 'unsupported_media_type'],
    ifMatch: [],
    page: ['invalid_cursor'],
  },
})
