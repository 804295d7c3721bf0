export { isSameJson, type JsonValue, mergePatch } from './json/merge-patch.ts'
export {
  type JudgementDocument,
  type JudgementPart,
  type JudgementPatch,
  partsChangedSince,
  type PatchedJudgement,
  patchJudgement,
  pathOfPart,
  touchedParts,
} from './assessments/patch-judgement.ts'
export { everyPart, hasChangedSince, type PartRevisions } from './part-revisions.ts'
export { gradingRestriction, mayGradeSubmission } from './claims/may-grade-submission.ts'
export { judge, type Judged, type JudgedWork } from './assessments/judge.ts'
export {
  type AssessmentToMigrate,
  type RenderTexts,
  migrateAssessment,
  type MigratedAssessment,
  type MigrationEffect,
  type TargetVersion,
} from './assessments/migrate-assessment.ts'
export { migratePage, type PlannedAssessment } from './assessments/migrate-page.ts'
export type { CompletedWork } from './assessments/completed-work.ts'
export {
  isSendable,
  maxFeedbackBytes,
  resultTexts,
  type ResultTexts,
  type StudentText,
} from './assessments/result-texts.ts'
export {
  type Annotation,
  type AnnotationAnchor,
  type AnnotationKind,
  type FeedbackText,
  maxFeedbackBodyLength,
} from './feedback/feedback-text.ts'
export {
  changedFeedbackParts,
  type FeedbackPart,
  type FeedbackPatch,
  feedbackPartsChangedSince,
  type PatchedFeedback,
  patchFeedback,
  pathOfFeedbackPart,
  revisionsAfter,
  touchedFeedbackParts,
} from './feedback/patch-feedback.ts'
export { annotationsOfCriteria, unknownCriteria } from './feedback/annotated-criteria.ts'
export { isBlank } from './required-text.ts'
export { fillPlaceholders, type Placeholder, placeholders, unknownPlaceholders } from './feedback/placeholders.ts'
export {
  pointsAsText,
  shownFeedback,
  withCriteria,
  textsToRender,
  type ShownAnnotation,
  type ShownFeedback,
} from './feedback/rendered-feedback.ts'
export { filledBytes, fillStudentName } from './feedback/student-name.ts'
export {
  composeCourseSettings,
  type CourseSettings,
  type CourseSettingsChange,
  type CourseTag,
  type Grader,
  type KeptCourseSettings,
  type TemplateSettings,
} from './settings/course-settings.ts'
export { sizeIssues } from './settings/document-size.ts'
export { addedExercises, foreignExerciseIssues } from './settings/added-exercises.ts'
export { exerciseConflictIssues, staffIssues } from './settings/grader-staff.ts'
export {
  type GraderCells,
  graderColumns,
  gradersCsv,
  type GraderName,
  type GraderRow,
  type GraderRowsReading,
  maxGraderRows,
  readGraderRows,
} from './settings/grader-rows.ts'
export { ltiLoginUrlIssues } from './settings/lti-login-url.ts'
export { type UpstreamCourse, newCourseSettings } from './courses/new-course-settings.ts'
export { planCourseSettings, type CourseSettingsPlan, type SlugRule } from './settings/plan-course-settings.ts'
export {
  type FoundGrader,
  foundGraderIssues,
  graderRowIssues,
  graderRowStaffIssues,
  planGraders,
} from './settings/plan-graders.ts'
export { planTagRefresh, type TagGone, type TagRefreshPlan, type UpstreamTag } from './settings/plan-tag-refresh.ts'
export { changesBetween, type SettingsChangeEntry } from './settings/settings-changes.ts'
export {
  copyOfRubric,
  copyOfSnippet,
  type CopiedRubric,
  type CopiedSnippet,
  type LeftOutReason,
  type SnippetOfCopy,
} from './grading/copied-grading.ts'
export {
  type ExportedGrade,
  type ExportedJudgement,
  type ExportedPerson,
  gradeLines,
  gradesHeader,
} from './grading/grades-csv.ts'
export { csvHeader, csvLine } from './csv/csv-line.ts'
export { unguardFormulas } from './csv/formula-guard.ts'
export { withoutBlankRows } from './csv/without-blank-rows.ts'
export { listCell } from './csv/list-cell.ts'
export { planRetry, type RetryPlan } from './delivery/backoff.ts'
export {
  type AllowedCallback,
  type CallbackCheck,
  type CallbackUrlProblem,
  type CallbackTarget,
  checkCallbackUrl,
  isCallbackPattern,
  type VerificationTarget,
  detailUrlOf,
} from './delivery/callback-url.ts'
export {
  alertedEnds,
  classifySend,
  verificationErrorOf,
  neverSent,
  type SendClass,
  type SendEvent,
  type SendKind,
  type SendPhase,
  type CallbackErrorReason,
} from './delivery/classify-send.ts'
export {
  type FirstSeen,
  type ListedGrade,
  type Standing,
  standingByList,
  standingByVerification,
} from './delivery/compare-standing.ts'
export type { SendMark } from './delivery/delivery-mark.ts'
export { type DeliveryState, deliveryStates, verificationScheduleS } from './delivery/delivery-state.ts'
export { deliveryTransitions } from './delivery/delivery-transitions.ts'
export {
  gradeForm,
  type GradeFields,
  type GradeForm,
  type GradeFormIssue,
  type GradeToSend,
  withoutControls,
} from './delivery/grade-form.ts'
export {
  type AfterSend,
  judgeAfterSend,
  type VerificationBeforeSend,
  judgeBeforeSend,
  type VerificationVerdict,
  type CancelledVerdict,
  readBack,
  readBackCancelled,
  type ReadBackVerdict,
  type ShownGrade,
} from './delivery/verification-verdict.ts'
export {
  type Resolution,
  type ResolutionRule,
  mayResolve,
  resolutionRules,
  settleLeftS,
} from './delivery/resolve-delivery.ts'
export type { SendReply } from './delivery/send-reply.ts'
export type { SeenGrade, UpstreamStatus } from './delivery/submission-detail.ts'
export {
  type CommonIssueCode,
  DatabaseUnavailable,
  DomainError,
  type DomainErrorCode,
  type DomainErrorDetails,
  type Issue,
  type IssueCode,
} from './errors.ts'
export { exerciseGradingIssues, type GradingTimes } from './grading/exercise-grading-issues.ts'
export { jsonPath, type PathSegment } from './json/json-path.ts'
export { readJson, type JsonReading } from './json/read-json.ts'
export { type JsonTextRules } from './json/json-text.ts'
export { pickLanguage } from './localisation/pick-language.ts'
export { builtInRubric } from './rubrics/built-in-rubric.ts'
export { compareRubrics, type RubricDifference } from './rubrics/compare-rubrics.ts'
export type { GivenRubric } from './rubrics/given-rubric.ts'
export { keepLanguages, type KeptLanguages } from './rubrics/keep-languages.ts'
export { type DroppedScore, moveScores, type MovedScores } from './rubrics/move-scores.ts'
export { readRubric, type RubricReading } from './rubrics/read-rubric.ts'
export {
  type Criterion,
  type Localized,
  type RubricDocument,
  type RubricState,
  rubricStates,
} from './rubrics/rubric-document.ts'
export { rubricLimits } from './rubrics/rubric-limits.ts'
export type { Adjustment, Score, ScoreIssueCode, Scores } from './rubrics/score.ts'
export type { ScoreIssue } from './rubrics/score-issue.ts'
export type { ResultPart } from './rubrics/result-part.ts'
export { type Judgement, type RubricScore, scoreRubric } from './rubrics/score-rubric.ts'
export { upstreamPoints } from './rubrics/upstream-points.ts'
export {
  sessionIdentityOf,
  staffNamesOf,
  type SessionCourse,
  type SessionIdentity,
  type SessionRole,
  type UpstreamIdentity,
} from './sessions/session-identity.ts'
export type { Change, SnapshotChanges, SnapshotWarning } from './snapshots/snapshot-changes.ts'
export type {
  ExerciseSubmissions,
  RosterStudent,
  SnapshotModule,
  SnapshotReading,
  SubmissionHead,
} from './snapshots/snapshot-reading.ts'
export { searchableText, searchWords } from './students/searchable-text.ts'
export { studentRestriction } from './students/student-restriction.ts'
export {
  isWithinRestriction,
  mayReadSubmission,
  type RestrictedSubmission,
  submissionRestriction,
  type SubmissionRestriction,
} from './submissions/may-read-submission.ts'
export { type NamedPerson, type PersonRef, toPersonRef } from './submissions/person-ref.ts'
export { mayWriteSnippet, type SnippetScope } from './snippets/may-write-snippet.ts'
export { type CheckedSnippet, snippetIssues } from './snippets/snippet-issues.ts'
export { snippetSearchText } from './snippets/snippet-search-text.ts'
export { isStateFor, type SubmissionState, submissionStates, studentStateOf } from './submissions/submission-state.ts'
export { submissionTransitions } from './submissions/submission-transitions.ts'
export type { Transition } from './transition.ts'
