import Type, { type Static } from 'typebox'
import { courseBrief } from '../courses/course-view.ts'
import { upstreamId } from '../schemas/ids.ts'
import { instant, nullable, revisionOf } from '../schemas/paging.ts'
import { preferences } from '../preferences/preferences.ts'

const signedInUser = Type.Object(
  {
    userId: upstreamId('The person on the learning platform.'),
    username: Type.String(),
    fullName: Type.String(),
    email: Type.String(),
    studentId: nullable(Type.String()),
  },
  { title: 'SignedInUser', description: 'Who signed in, as the learning platform reports it.' },
)

export const session = Type.Object(
  {
    user: signedInUser,
    courses: Type.Array(courseBrief),
    preferences,
    preferencesRevision: revisionOf('0 until preferences were first written.'),
    createdAt: instant('When the session began.'),
    expiresAt: instant('When it ends at the latest.'),
  },
  { title: 'Session', description: 'Identity, course roles and preferences of the caller.' },
)
export type Session = Static<typeof session>

export const newSession = Type.Object(
  {
    sessionId: Type.String({ description: 'The credential of this session. It is sent only here.' }),
    expiresAt: instant('When it ends at the latest.'),
    idleTimeoutSeconds: Type.Integer({ description: 'The session ends earlier if it is not used for this time.' }),
    session,
  },
  { title: 'NewSession', description: 'A session that was just made.' },
)
export type NewSession = Static<typeof newSession>

export const ownSession = Type.Object(
  {
    createdAt: instant('When it began.'),
    lastUsedAt: instant('When it was last used, to the minute.'),
    current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  },
  { title: 'OwnSession', description: 'A live session of the caller, without anything that could be used as one.' },
)
export type OwnSession = Static<typeof ownSession>
