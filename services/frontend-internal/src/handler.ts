import type { frontendInternal } from '@course-grading/contracts/frontend-internal'
import type { Handlers } from '@course-grading/http-kit'
import type { FrontendAccess } from './access/authorize.ts'
import type { SessionCaller } from './access/session-caller.ts'

/** One handler for every operation of the contract. */
export type FrontendHandlers = Handlers<typeof frontendInternal, SessionCaller, FrontendAccess>

/** What the handler of one operation must be, by its name in the contract. */
export type FrontendHandler<Name extends keyof FrontendHandlers> = FrontendHandlers[Name]
