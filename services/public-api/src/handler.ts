import type { publicApi } from '@course-grading/contracts/public-api'
import type { Handlers } from '@course-grading/http-kit'
import type { Caller } from './identity/authenticate.ts'
import type { PublicAccess } from './identity/authorize.ts'

/** One handler for every operation of the contract. */
export type PublicHandlers = Handlers<typeof publicApi, Caller, PublicAccess>

/** What the handler of one operation must be, by its name in the contract. */
export type PublicHandler<Name extends keyof PublicHandlers> = PublicHandlers[Name]
