export { apiErrorEnvelope, type ApiErrorEnvelope } from './api-error.ts'
export { courseSettingsDocument, courseSettingsUpdate, type CourseSettingsDocument, type CourseSettingsUpdate } from './courses/course-settings.ts'
export { courseSettingsExample, courseSettingsUpdateExample } from './courses/course-settings-examples.ts'
export { highlightLanguages } from './courses/highlight-languages.ts'
export { maxId } from './ids.ts'
export { internalProblems } from './internal-problems.ts'
export { issueCodes } from './issue-codes.ts'
export { normalizeText, repeatedBy, repeatedItems } from './keywords.ts'
export { bodyLimitBytes, revisionTagPattern } from './limits.ts'
export { openApiDocument, openApiText } from './openapi.ts'
export {
  defineBoundary, defineOperation, type BodyOf, type Boundary, type Method, type Operation, type ParamsOf, type ProblemSpec,
  type ProblemTable, type QueryOf, type ReplySpec, type StatusOf,
} from './operation.ts'
export { publicApi } from './public-api.ts'
export { publicProblems, type PublicProblemCode } from './public-problems.ts'
