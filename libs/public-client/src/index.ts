export {
  createPublicClient,
  type PublicClient,
  type PublicClientOptions,
  type ReadSettings,
} from './create-public-client.ts'
export { type ApiIssue, PublicApiError } from './public-api-error.ts'
export type { CourseSettings, CourseSettingsUpdate } from './course-settings.ts'
