import type { Database } from '@course-grading/data/db/database'
import type { StoredCourseSettings } from '@course-grading/data/settings/stored-course-settings'
import type { Upstream } from '@course-grading/upstream'
import type { KnownTokens } from '../identity/known-tokens.ts'
import type { RateLimit } from '../identity/rate-limit.ts'
import type { RefusedTokenLimit } from '../identity/refused-token-limit.ts'
import type { TokenIdentities } from '../identity/token-identities.ts'

export interface Deps {
  readonly database: Database
  readonly upstream: Upstream
  readonly knownTokens: KnownTokens
  readonly identities: TokenIdentities
  readonly rateLimit: RateLimit
  readonly refusedTokenLimit: RefusedTokenLimit
  readonly loadCourseSettings: (courseId: number) => Promise<StoredCourseSettings | null>
  readonly close: () => Promise<void>
}
