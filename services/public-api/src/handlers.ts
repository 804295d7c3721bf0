import { getOpenApiDocument } from './api-description/get-open-api-document.ts'
import { getCourseSettings } from './settings/get-course-settings.ts'
import { putCourseSettings } from './settings/put-course-settings.ts'
import type { Deps } from './deps.ts'
import type { PublicHandlers } from './handler.ts'

/** Every operation of the contract with its handler. */
export const createHandlers = (deps: Deps): PublicHandlers => ({
  getCourseSettings: getCourseSettings(),
  putCourseSettings: putCourseSettings(deps),
  getOpenApiDocument: getOpenApiDocument(),
})
