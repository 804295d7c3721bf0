export { getCourseSettings } from './settings/get-course-settings.ts'
export { putCourseSettings } from './settings/put-course-settings.ts'
export { getOpenApiDocument } from './api-description/get-open-api-document.ts'
