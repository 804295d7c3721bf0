import type { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { Handlers } from '@course-grading/http-kit'
import type { Deps } from '../deps/deps.ts'
import type { FrontendSubjects } from './subjects.ts'
import type { SessionCaller } from '../deps/session-caller.ts'

type FrontendHandlers = Handlers<typeof frontendInternal, SessionCaller, FrontendSubjects, Deps>

export type FrontendHandler<Name extends keyof FrontendHandlers> = FrontendHandlers[Name]
