import { frontendInternal } from '../boundaries/frontend-internal.ts'
import { frontendProblems, type FrontendProblemCode } from '../boundaries/frontend-problems.ts'
import { internalError, type InternalError } from '../problems/internal-error.ts'
import { bodyLimitText } from '../operation/limits.ts'
import { assessmentIssueCodes } from '../rubrics/score-issue-codes.ts'
import type { BoundaryDescription } from './boundary-description.ts'
import { issueExamples } from './issue-examples.ts'

export const frontendInternalDescription: BoundaryDescription = {
  boundary: frontendInternal,
  title: 'Course grading: frontend-internal boundary',
  overview: [
    'The server-side web frontend calls this boundary on a private network. This document is not served. Every request carries',
    '`X-Service-Frontend-Secret`. A person signs in by createSession with a token of the learning platform; requests on behalf of that person',
    'also carry `Authorization: Bearer <SESSION_ID>`.',
    '',
    'Callers branch on `code` and on `fieldErrors[].code`, never on messages. Every reply carries `X-Request-ID`; a request may',
    `bring its own (8 to 128 of \`A-Z a-z 0-9 . _ -\`). Bodies are in UTF-8, at most ${bodyLimitText}, and JSON unless something else is`,
    'said. A POST or DELETE without a described body takes none, or `{}`. JSON replies stay below 2 MiB (a submission’s content below 25 MiB),',
    'error bodies below 4 KiB.',
    '',
    'Lists have `items` and `nextCursor`; an item that exists all the time is listed exactly once, even if others are added or removed meanwhile.',
    'A resource with a revision carries it as `ETag`. A write to it needs `If-Match` with the revision that was read, and its 204 has the new one.',
  ].join('\n'),
  beforeAnyOperation: ['not_found', 'method_not_allowed', 'request_timeout'] satisfies FrontendProblemCode[],
  origin: { description: 'Origin of the service on the private network.', inDevelopment: 'http://127.0.0.1:8082' },
  tags: [
    { name: 'session', description: 'Who is signed in.' },
    { name: 'preferences', description: 'Preferences of a person.' },
    { name: 'courses', description: 'Courses, what is in them, and their students.' },
    { name: 'settings', description: 'Settings of a course, their history, and its graders.' },
    { name: 'submissions', description: 'The work that was handed in.' },
    {
      name: 'grading',
      description: 'Rubrics, claims, assessments, grading settings, and grades on their way to the learning platform.',
    },
    { name: 'feedback', description: 'Documents that students read about their work.' },
  ],
  headers: {
    'X-Request-ID': {
      description: 'Correlation identifier of this request.',
      required: true,
      schema: { type: 'string' },
    },
    ETag: {
      description: 'Strong entity tag; for a resource with a revision, the quoted revision.',
      required: true,
      schema: { type: 'string' },
      example: '"7"',
    },
    'WWW-Authenticate': {
      description: 'The scheme to authenticate with.',
      required: true,
      schema: { type: 'string' },
      example: 'Bearer',
    },
    'X-Assessment-Revision': {
      description: 'The revision of the assessment, if the reply is about one.',
      required: false,
      schema: { type: 'integer', minimum: 0 },
      example: 3,
    },
    'Retry-After': {
      description: 'Seconds to wait; with 409 and 502 only if the time is known.',
      required: false,
      schema: { type: 'integer', minimum: 1 },
      example: 1,
    },
    'Content-Disposition': {
      description: 'Tells a browser to save the body as a file.',
      required: true,
      schema: { type: 'string' },
      example: 'attachment; filename="graders-11.csv"',
    },
  },
  problemHeaders: {
    invalid_frontend_secret: ['WWW-Authenticate'],
    invalid_session: ['WWW-Authenticate'],
    session_expired: ['WWW-Authenticate'],
    invalid_upstream_token: ['WWW-Authenticate'],
    rate_limited: ['Retry-After'],
    upstream_unavailable: ['Retry-After'],
    overloaded: ['Retry-After'],
    not_in_state: ['Retry-After'],
  } satisfies { [Code in FrontendProblemCode]?: string[] },
  securitySchemes: {
    frontendSecret: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Service-Frontend-Secret',
      description: "The secret that the frontend's servers share with this service; the header is sent exactly once.",
    },
    session: {
      type: 'http',
      scheme: 'bearer',
      description: 'The `sessionId` that createSession returned: opaque, and sent once.',
    },
  },
  credentials: { frontend_secret: ['frontendSecret'], session: ['frontendSecret', 'session'] },
  errorBody: internalError(frontendProblems, assessmentIssueCodes),
  errorExample: (code, requestId): InternalError => {
    const issues = issueExamples[code]
    return {
      code,
      requestId,
      ...(code === 'not_in_state' && { detail: 'delivered' }),
      ...(issues && { fieldErrors: [...issues] }),
    }
  },
}
