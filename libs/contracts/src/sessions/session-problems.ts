import type { ProblemTable } from '../operation/operation.ts'

export const sessionProblems = {
  invalid_frontend_secret: {
    status: 401,
    message: 'The service secret is missing or wrong.',
    condition: '`X-Service-Frontend-Secret` is missing, wrong or given twice.',
  },
  invalid_session: {
    status: 401,
    message: 'Unknown session.',
    condition: 'There is no session, or it was ended.',
  },
  session_expired: { status: 401, message: 'The session has expired.', condition: "The session's time has ended." },
  invalid_upstream_token: {
    status: 401,
    message: 'The learning platform does not know this token.',
    condition: 'The learning platform refuses the token, at sign-in or later.',
  },
  already_used: {
    status: 409,
    message: 'This launch has signed somebody in before.',
    condition: 'The nonce of the launch was used before.',
  },
  rate_limited: {
    status: 429,
    message: 'Too many sessions; see Retry-After.',
    condition:
      'More than 20 new sessions in a minute for one user; or, for a token without a launch that nobody signed in with for 12 hours, more than 600 refused tokens in a minute.',
  },
} as const satisfies ProblemTable
