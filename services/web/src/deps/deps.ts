import type { Logger } from '@course-grading/http-kit'
import type { Config } from '../config/config.ts'
import type { Assets } from './assets.ts'
import type { KnownSessions } from './known-sessions.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { SharedTransport } from './shared-transport.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import type { LineDifference } from '@course-grading/submission-content'
import type { Colourer } from '../colouring/colouring.ts'

export interface Deps {
  readonly config: Config
  readonly logger: Logger
  readonly transport: SharedTransport
  readonly sessions: KnownSessions
  readonly cookie: SessionCookie
  readonly assets: Assets
  readonly colourer: Colourer
  readonly lineDifference: LineDifference
  readonly signIns: SignInLimits
}
