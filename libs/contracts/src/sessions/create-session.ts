import Type from 'typebox'
import { defineOperation } from '../operation.ts'
import { newSessionExample } from './session-examples.ts'
import { newSession } from './session.ts'

const signIn = Type.Object(
  {
    token: Type.String({
      pattern: '^[\\x21-\\x7e]{1,256}$',
      maxLength: 256,
      description: 'An API token of the learning platform.',
    }),
  },
  { title: 'SignIn', additionalProperties: false, description: 'The credential with which a person signs in.' },
)

export const createSession = defineOperation({
  method: 'post',
  path: '/sessions',
  tag: 'session',
  allow: 'service',
  summary: 'Sign a person in',
  description:
    'Validates one token of the learning platform and makes an opaque session. A person has at most ten live sessions; an eleventh ends the one that has been unused for the longest time.',
  body: signIn,
  maxBody: { bytes: 4_096, members: 20 },
  maxTogether: 64,
  example: { body: { token: '0065'.repeat(10) } },
  replies: { 201: { description: 'The new session.', schema: newSession, example: newSessionExample } },
  problems: ['invalid_upstream_token', 'rate_limited', 'upstream_unavailable'],
})
