export type { ApiErrorEnvelope } from './api-error.ts'
export {
  courseSettingsUpdate,
  type CourseSettingsDocument,
  type CourseSettingsUpdate,
} from './settings/course-settings.ts'
export type { CourseBrief, CourseView, PublicCourses } from './courses/course-view.ts'
export { courseSettingsUpdateExample } from './settings/course-settings-examples.ts'
export { highlightLanguages } from './settings/highlight-languages.ts'
export { type Delivery } from './delivery/delivery.ts'
export { frontendInternal } from './frontend-internal.ts'
export { frontendProblems, type FrontendProblemCode } from './frontend-problems.ts'
export { maxId } from './ids.ts'
export type { CopiedGrading } from './grading/copy-course-grading.ts'
export { defaultExerciseGrading, type ExerciseGrading } from './grading/exercise-grading.ts'
export { internalError, type InternalError } from './internal-error.ts'
export { internalProblems } from './internal-problems.ts'
export { issueCodes } from './issue-codes.ts'
export { manualGrading } from './manual-grading.ts'
export { manualGradingProblems, type ManualGradingProblemCode } from './manual-grading-problems.ts'
export { normalizeText, readTime, repeatedBy, repeatedItems, utcWithin } from './keywords.ts'
export { bodyLimitBytes, requestLimitMs, revisionTagPattern } from './limits.ts'
export { frontendInternalDescription } from './openapi/frontend-internal-description.ts'
export { manualGradingDescription } from './openapi/manual-grading-description.ts'
export { openApiDocument, openApiText } from './openapi/open-api-document.ts'
export { publicApiDescription } from './openapi/public-api-description.ts'
export {
  commonProblemsOf,
  credentialOf,
  defineBoundary,
  defineOperation,
  isRightOfService,
  rights,
  type BodyOf,
  type Boundary,
  type Credential,
  type Method,
  type Operation,
  type PageKeyOf,
  type ParamsOf,
  type ProblemSpec,
  type ProblemTable,
  type QueryOf,
  type ReplySpec,
  type RequestExample,
  type Right,
  type RightOfService,
  type StatusOf,
  type Subject,
} from './operation.ts'
export { defaultPageSize } from './paging.ts'
export { defaultPreferences, type Preferences } from './preferences/preferences.ts'
export { productVersion } from './product-version.ts'
export { publicApi } from './public-api.ts'
export { publicProblems, type PublicProblemCode } from './public-problems.ts'
export { issueMeanings, publicRemedies, type Retry } from './public-remedies.ts'
export {
  isJsonBytes,
  jsonBytes,
  jsonText,
  type Attachment,
  type JsonBytes,
  type JsonText,
  type ReplyOf,
  type Shown,
} from './reply.ts'
export { migrationIds } from './rubrics/rubric-migration.ts'
export type { RubricMigration, RubricMigrationItem, RubricMigrationPage } from './rubrics/rubric-migration.ts'
export { rubricDocumentExample, rubricIds } from './rubrics/rubric-examples.ts'
export { assessmentIds } from './assessments/assessment-examples.ts'
export { type FeedbackDocument, type FeedbackVersion, type FeedbackVersionBrief } from './feedback/feedback-document.ts'
export { feedbackIds } from './feedback/feedback-examples.ts'
export type { MyFeedback, StudentFeedback } from './feedback/student-feedback.ts'
export type { Assessment } from './assessments/assessment.ts'
export type { MyClaim, OpenClaim, Queue } from './claims/queue.ts'
export { assessmentEvents, type AssessmentEvent } from './assessments/list-assessment-history.ts'
export type { Judgement } from './assessments/judgement-patch.ts'
export {
  parkedDraftId,
  parkedDraftReasons,
  type ParkedDraft,
  type ParkedDraftBrief,
} from './assessments/parked-draft.ts'
export type { Rubric, RubricBrief, RubricVersion, RubricVersionDetail } from './rubrics/rubric.ts'
export { scoreIssueCodes } from './rubrics/score-issue-codes.ts'
export type { Session } from './sessions/session.ts'
export type { SettingsRevision } from './settings/settings-revision.ts'
export type { Snapshot, SnapshotChanges } from './snapshots/snapshot.ts'
export type { Snippet, SnippetChange } from './snippets/snippet.ts'
export type { PersonRef, SubmissionDetail, SubmissionRow } from './submissions/submission.ts'
export type { SubmissionContent, SubmissionFile } from './submissions/submission-content.ts'
export type { StudentPage, StudentRow } from './students/student.ts'
