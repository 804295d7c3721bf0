import { apiErrorEnvelope, type ApiErrorEnvelope } from '../problems/api-error.ts'
import { bodyLimitText } from '../operation/limits.ts'
import { publicApi } from '../boundaries/public-api.ts'
import { publicProblems, type PublicProblemCode } from '../problems/public-problems.ts'
import type { BoundaryDescription } from './boundary-description.ts'
import { issueExamples } from './issue-examples.ts'

export const publicApiDescription: BoundaryDescription = {
  boundary: publicApi,
  title: 'Course grading: public automation API',
  overview: [
    'Course settings for scripts of course teachers. Send `Authorization: Token <API_TOKEN>` with your API token of the learning',
    'platform. Read the settings, keep the `revision`, change the document, and send it back with `If-Match: "<revision>"`.',
    '',
    'Clients branch on `error.code` and on `issues[].code`, never on messages. Every reply carries `X-Request-ID`; a request may',
    `bring its own (8 to 128 of \`A-Z a-z 0-9 . _ -\`). Bodies are JSON in UTF-8, at most ${bodyLimitText}.`,
    '',
    'For reads, the owner of a token is cached for up to a minute, so a token that is revoked on the learning platform can read',
    'for that long. Every write validates it again.',
    '',
    'A client that keeps sending tokens which the learning platform refuses gets 429 `rate_limited` with `Retry-After`, until it',
    'sends one that was accepted within the last 12 hours. Clients of one network (IPv4 /24, IPv6 /48) share this limit.',
  ].join('\n'),
  beforeAnyOperation: [
    'method_not_allowed',
    'request_timeout',
    'rate_limited',
    'overloaded',
  ] satisfies PublicProblemCode[],
  origin: { description: 'Origin of the service.', inDevelopment: 'http://127.0.0.1:8081' },
  tags: [
    { name: 'settings', description: 'Settings of a course.' },
    { name: 'description', description: 'This description.' },
  ],
  headers: {
    'X-Request-ID': {
      description: 'Correlation identifier of this request.',
      required: true,
      schema: { type: 'string' },
    },
    ETag: {
      description: 'Strong entity tag of the body; for settings, the quoted revision.',
      required: true,
      schema: { type: 'string' },
      example: '"7"',
    },
    'WWW-Authenticate': {
      description: 'The scheme to authenticate with.',
      required: true,
      schema: { type: 'string' },
      example: 'Token',
    },
  },
  problemHeaders: { invalid_token: ['WWW-Authenticate'] } satisfies { [Code in PublicProblemCode]?: string[] },
  securitySchemes: {
    upstreamToken: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description:
        '`Token <API_TOKEN>`: an API token of the learning platform that belongs to a teacher of the course.',
    },
  },
  credentials: { upstream_token: ['upstreamToken'] },
  errorBody: apiErrorEnvelope,
  errorExample: (code, requestId): ApiErrorEnvelope => {
    const { message } = publicProblems[code as PublicProblemCode]
    return { error: { code, message, requestId, issues: [...(issueExamples[code] ?? [])] } }
  },
}
