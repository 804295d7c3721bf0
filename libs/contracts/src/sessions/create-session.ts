import Type from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { newSessionExample } from './session-examples.ts'
import { newSession } from './session.ts'

const signIn = Type.Object(
  {
    token: Type.String({
      pattern: '^[!-~]{1,256}$',
      maxLength: 256,
      description: 'An API token of the learning platform.',
    }),
    launch: Type.Optional(
      Type.Object(
        {
          nonce: Type.String({
            pattern: '^[!-~]{1,255}$',
            maxLength: 255,
            description: 'The nonce of the launch. Each signs in once.',
          }),
          timestamp: Type.Integer({
            minimum: 0,
            maximum: Number.MAX_SAFE_INTEGER,
            description: 'When the launch was signed, in whole seconds since 1970; within 10 minutes of now.',
          }),
        },
        {
          title: 'Launch',
          additionalProperties: false,
          description: 'The signed launch from the learning platform that brought the token.',
        },
      ),
    ),
  },
  { title: 'SignIn', additionalProperties: false, description: 'The credential with which a person signs in.' },
)

export const createSession = defineOperation({
  method: 'post',
  path: '/sessions',
  tag: 'session',
  allow: 'service',
  summary: 'Sign a person in',
  description: [
    'Validates one token of the learning platform and makes an opaque session. A person has at most ten live sessions; an eleventh ends the one that has been unused for the longest time.',
    'A launch whose nonce signed in before is 409 `already_used`, at whichever replica, also after a restart; a refused token uses up no nonce.',
    'This service has one client, so it cannot tell one network of browsers from another: the frontend must limit refused sign-ins by its own clients’ networks (an IPv4 /24, an IPv6 /48), well below 600 a minute for each, for instance 200, and 20 for each address. Otherwise one network with made-up tokens keeps out everybody who has not signed in within 12 hours. A token with `launch` is none of these: the frontend has checked its signature, so it is looked up as a known one.',
  ].join(' '),
  body: signIn,
  maxBody: { bytes: 4_096, members: 20 },
  maxTogether: 64,
  example: { body: { token: '0065'.repeat(10) } },
  replies: { 201: { description: 'The new session.', schema: newSession, example: newSessionExample } },
  problems: ['already_used', 'invalid_upstream_token', 'rate_limited', 'upstream_unavailable'],
})
