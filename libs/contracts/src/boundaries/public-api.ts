import * as operations from './public-api-operations.ts'
import { defineBoundary } from '../operation/operation.ts'
import { publicProblems } from '../problems/public-problems.ts'

export const publicApi = defineBoundary({
  name: 'public-api',
  prefix: '/api/v1',
  credentials: { service: 'none', person: 'upstream_token' },
  checksFirst: 'path',
  operations,
  problems: publicProblems,
  commonProblems: {
    every: ['validation_failed', 'internal'],
    person: ['invalid_token', 'aplus_unavailable'],
    course: ['forbidden', 'not_found'],
    subject: {},
    fixtureTooling: [],
    body: ['payload_too_large', 'unsupported_media_type'],
    ifMatch: ['precondition_required', 'revision_conflict'],
    page: [],
  },
})
