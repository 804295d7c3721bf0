// Each operation of the contract has its handler here, under its name.
export { getCourseSettings } from './settings/get-course-settings.ts'
export { putCourseSettings } from './settings/put-course-settings.ts'
export { getOpenApiDocument } from './api-description/get-open-api-document.ts'
