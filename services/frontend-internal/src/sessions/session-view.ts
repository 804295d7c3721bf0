import type { Session } from '@course-grading/contracts/sessions/session'
import type { StoredPreferences } from '@course-grading/data/preferences/preferences-queries'
import type { SessionIdentity } from '@course-grading/domain/sessions/session-identity'
import { itemsThatFit } from '@course-grading/http-kit'
import { courseBriefsOf } from '../courses/course-briefs.ts'
import type { Deps } from '../deps/deps.ts'
import { preferencesOf } from '../preferences/preferences-of.ts'

export async function sessionOf(
  deps: Pick<Deps, 'listCourseHeads'>,
  {
    identity,
    createdAt,
    expiresAt,
    preferences,
  }: {
    readonly identity: SessionIdentity
    readonly createdAt: string
    readonly expiresAt: string
    readonly preferences: StoredPreferences | null
  },
): Promise<Session> {
  return {
    user: identity.user,
    courses: [...itemsThatFit(await courseBriefsOf(deps, identity))],
    preferences: preferencesOf(preferences),
    preferencesRevision: preferences?.revision ?? 0,
    createdAt,
    expiresAt,
  }
}
