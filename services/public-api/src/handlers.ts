import type { publicApi } from '@course-grading/contracts'
import type { Handlers } from '@course-grading/http-kit'
import { getOpenApiDocument } from './api-description/get-open-api-document.ts'
import { getCourseSettings } from './settings/get-course-settings.ts'
import { putCourseSettings } from './settings/put-course-settings.ts'
import type { Deps } from './deps.ts'
import type { Caller } from './identity/authenticate.ts'
import type { PublicAccess } from './identity/authorize.ts'

type PublicHandlers = Handlers<typeof publicApi, Caller, PublicAccess>

/** What the handler of one operation must be, by its name in the contract. */
export type PublicHandler<Name extends keyof PublicHandlers> = PublicHandlers[Name]

/** Every operation of the contract and who does it. */
export const createHandlers = (deps: Deps): PublicHandlers => ({
  getCourseSettings: getCourseSettings(),
  putCourseSettings: putCourseSettings(deps),
  getOpenApiDocument: getOpenApiDocument(),
})
