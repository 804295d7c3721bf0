import { smallBody } from '@course-grading/contracts/operation/limits'
import { internalProblems } from '@course-grading/contracts/problems/internal-problems'

/** The required members of an operation, for tests that need no particular ones. */
export const anOperation = {
  method: 'get',
  path: '/thing',
  tag: 'things',
  summary: '',
  description: '',
  allow: 'anybody',
  example: {},
  problems: [],
  timeLimitMs: 600_000,
  maxBody: smallBody,
} as const

/** The required members of a boundary besides its operations. */
export const aBoundary = {
  name: 'small',
  prefix: '',
  credentials: { service: 'none', person: 'none' },
  checksFirst: 'path',
  problems: internalProblems,
} as const
