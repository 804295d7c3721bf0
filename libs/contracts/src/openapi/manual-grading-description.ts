import { internalError, type InternalError } from '../problems/internal-error.ts'
import { bodyLimitText } from '../operation/limits.ts'
import { manualGradingProblems, type ManualGradingProblemCode } from '../boundaries/manual-grading-problems.ts'
import { manualGrading } from '../boundaries/manual-grading.ts'
import type { BoundaryDescription } from './boundary-description.ts'
import { issueExamples } from './issue-examples.ts'

const issuesHere: typeof issueExamples = {
  validation_failed: [{ path: '$.submitterIds', code: 'too_short', message: 'Must have at least 1 item.' }],
  callback_not_allowed: [
    { path: '$.callbackUrl', code: 'invalid_value', message: 'Is of an origin that is not allowed.' },
  ],
}

export const manualGradingDescription: BoundaryDescription = {
  boundary: manualGrading,
  title: 'Course grading: manual-grading boundary',
  overview: [
    'The isolated grader and the tooling for fixtures call this boundary on a private network. This document is not served. Every',
    'request carries `X-Service-Manual-Grading-Secret`. A registered submission waits for a person; its finished grade goes to the',
    'learning platform by the callback URL that came with it, at most once unless a person decides otherwise.',
    '',
    'Callers branch on `code` and on `fieldErrors[].code`, never on messages. Every reply carries `X-Request-ID`; a request may',
    `bring its own (8 to 128 of \`A-Z a-z 0-9 . _ -\`). Bodies are JSON in UTF-8, at most ${bodyLimitText}. A DELETE has no body, or \`{}\`.`,
    'JSON replies stay below 2 MiB, error bodies below 4 KiB. No reply ever contains a callback URL, or a part of one.',
    '',
    'The list has `items` and `nextCursor`; an item that exists all the time is listed exactly once, even if others are added or removed meanwhile.',
  ].join('\n'),
  beforeAnyOperation: ['not_found', 'method_not_allowed', 'request_timeout'] satisfies ManualGradingProblemCode[],
  origin: { description: 'Origin of the service on the private network.', inDevelopment: 'http://127.0.0.1:8083' },
  tags: [
    { name: 'capabilities', description: 'Submissions to be graded by hand, each with its callback capability.' },
    { name: 'submissions', description: 'The courses that submissions belong to.' },
    { name: 'grading', description: 'Tooling for fixtures.' },
  ],
  headers: {
    'X-Request-ID': {
      description: 'Correlation identifier of this request.',
      required: true,
      schema: { type: 'string' },
    },
    'Retry-After': {
      description: 'Seconds to wait.',
      required: true,
      schema: { type: 'integer', minimum: 1 },
      example: 1,
    },
  },
  problemHeaders: { overloaded: ['Retry-After'] } satisfies { [Code in ManualGradingProblemCode]?: string[] },
  securitySchemes: {
    manualGradingSecret: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Service-Manual-Grading-Secret',
      description: 'The secret that the grader shares with this service; the header is sent exactly once.',
    },
  },
  credentials: { manual_grading_secret: ['manualGradingSecret'] },
  errorBody: internalError(manualGradingProblems),
  errorExample: (code, requestId): InternalError => {
    const issues = issuesHere[code] ?? issueExamples[code]
    return { code, requestId, ...(issues && { fieldErrors: [...issues] }) }
  },
}
