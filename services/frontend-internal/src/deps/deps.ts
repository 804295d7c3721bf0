import type { FindCourseAccess, ListCourseHeads } from '@course-grading/data/courses/course-access-queries'
import type { Database } from '@course-grading/data/db/database'
import type { UseSession } from '@course-grading/data/sessions/use-session'
import type { StoredCourseSettings } from '@course-grading/data/settings/stored-course-settings'
import type { createSecretCheck, reportStandingChanges, Logger, TokenBuckets } from '@course-grading/http-kit'
import type { Sealer, TokenDigests } from '@course-grading/sealing'
import type { LineDifference } from '@course-grading/submission-content'
import type { Templates, Upstream } from '@course-grading/upstream'
import type { FreshIdentity } from './fresh-identity.ts'
import type { Work } from './work-metrics.ts'
import type { LoadPublicCourses } from './public-courses.ts'
import type { RenderFeedback } from './render-feedback.ts'
import type { SignInLanes } from './sign-in-lanes.ts'
import type { MigrationThread } from './migration-thread.ts'
import type { TakeContentSlot, TakeSlot, TakeStreamSlot } from './reader-slots.ts'
import type { BackgroundRefreshes } from './background-refreshes.ts'

export interface Deps {
  readonly database: Database
  readonly upstream: Upstream
  readonly sealer: Sealer
  readonly countWork: (work: Work) => void
  readonly logger: Logger
  readonly isFrontend: ReturnType<typeof createSecretCheck>
  /** `idleS`: seconds after which an unused session ends; `maxS`: seconds after which any session ends. */
  readonly sessionTimes: { readonly idleS: number; readonly maxS: number }
  readonly newSessionsOfUser: TokenBuckets
  /** Limits the tokens that the learning platform refuses; all callers have one bucket. */
  readonly refusedTokens: TokenBuckets
  readonly signInLanes: SignInLanes
  readonly tokenDigests: TokenDigests
  readonly useSession: UseSession
  readonly freshIdentity: FreshIdentity
  readonly findCourseAccess: FindCourseAccess
  readonly listCourseHeads: ListCourseHeads
  readonly loadCourseSettings: (courseId: number) => Promise<StoredCourseSettings | null>
  readonly loadPublicCourses: LoadPublicCourses
  readonly backgroundRefreshes: BackgroundRefreshes
  readonly templates: Templates
  readonly lineDifference: LineDifference
  readonly renderFeedback: RenderFeedback
  readonly migrationThread: MigrationThread
  readonly takeContentSlot: TakeContentSlot
  readonly takeArchiveSlot: TakeSlot
  /** Milliseconds of silence after which one byte of an archive is sent; by default those of `keepAlive`. Tests make it short. */
  readonly archiveSilenceMs?: number
  /** Milliseconds after which session and right of an exercise archive's reader are checked again. Tests make it short. */
  readonly archiveCheckMs?: number
  readonly takeStreamSlot: TakeStreamSlot
  readonly reportStandingChange: ReturnType<typeof reportStandingChanges<'refresh' | 'reading'>>
  readonly close: () => Promise<void>
}
