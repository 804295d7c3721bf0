export { replaceCourseSettings, type ReplaceCourseSettings } from './courses/replace-course-settings.ts'
