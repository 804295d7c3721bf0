export {
  composeCourseSettings, type CourseSettings, type CourseSettingsChange, type CourseTag, type Grader, type KeptCourseSettings,
  type TemplateSettings,
} from './courses/course-settings.ts'
export { exerciseConflictIssues, staffIssues } from './courses/grader-staff.ts'
export { planCourseSettings, type CourseSettingsPlan } from './courses/plan-course-settings.ts'
export { DomainError, type DomainErrorCode, type DomainErrorDetails, type Issue, type IssueCode } from './errors.ts'
export { jsonPath, type PathSegment } from './json/json-path.ts'
export { readJson, type JsonReading } from './json/read-json.ts'
