import { courseBriefExample } from '../courses/course-view-examples.ts'
import { preferencesExample } from '../preferences/preferences-examples.ts'
import type { NewSession, OwnSession, Session } from './session.ts'

export const sessionExample: Session = {
  user: { userId: 101, username: 'teacher', fullName: 'Terry Teacher', email: 'teacher@example.org', studentId: null },
  courses: [courseBriefExample],
  preferences: preferencesExample,
  preferencesRevision: 7,
  createdAt: '2026-11-02T08:00:00.000Z',
  expiresAt: '2026-11-02T20:00:00.000Z',
}

/** A new session, whose id has the right form and belongs to no session. */
export const newSessionExample: NewSession = {
  sessionId: `cgs_${'0'.repeat(43)}`,
  expiresAt: sessionExample.expiresAt,
  idleTimeoutSeconds: 7200,
  session: sessionExample,
}

export const ownSessionExample: OwnSession = {
  createdAt: sessionExample.createdAt,
  lastUsedAt: '2026-11-02T08:20:00.000Z',
  current: true,
}
