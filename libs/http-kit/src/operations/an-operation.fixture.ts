import { internalProblems } from '@course-grading/contracts'

/** What an operation needs where a test asks for nothing else. */
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
} as const

/** What a boundary needs beside its operations. */
export const aBoundary = {
  name: 'small',
  prefix: '',
  credentials: { service: 'none', person: 'none' },
  checksFirst: 'path',
  problems: internalProblems,
} as const
