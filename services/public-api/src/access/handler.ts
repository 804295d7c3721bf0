import type { publicApi } from '@course-grading/contracts/boundaries/public-api'
import type { Handlers } from '@course-grading/http-kit'
import type { Deps } from '../deps/deps.ts'
import type { Caller } from '../identity/authenticate.ts'
import type { PublicSubjects } from './authorize.ts'

type PublicHandlers = Handlers<typeof publicApi, Caller, PublicSubjects, Deps>

export type PublicHandler<Name extends keyof PublicHandlers> = PublicHandlers[Name]
