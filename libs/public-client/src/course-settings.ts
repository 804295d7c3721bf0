import type { components } from './public-v1.ts'

export type CourseSettings = components['schemas']['CourseSettingsDocumentV1']
export type CourseSettingsUpdate = components['schemas']['CourseSettingsUpdateV1']
