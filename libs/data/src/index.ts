export {
  deleteCapabilities,
  deleteCapability,
  hasCapability,
  listCapabilities,
  type CapabilityOf,
  type DeleteCapabilityOutcome,
} from './capabilities/capability-queries.ts'
export type { StoredCapability } from './capabilities/capability-rows.ts'
export { eraseCapabilities } from './capabilities/erase-capabilities.ts'
export { registerCapability, type CapabilityWrite, type RegisterOutcome } from './capabilities/register-capability.ts'
export {
  countCapabilitiesByKey,
  findNeededCapabilityKeys,
  listSealedCapabilities,
  lockCapabilitiesToReseal,
  resealCapabilities,
  type SealedCapability,
} from './capabilities/reseal-capability-queries.ts'
export { resetFixtures, type FixtureReset } from './capabilities/reset-fixtures.ts'
export { createDatabase, type Database } from './database.ts'
export type { Tx } from './db.ts'
export { DatabaseUnavailable } from '@course-grading/domain'
export { DatabaseFailure } from './database-errors.ts'
export { newId } from './new-id.ts'
export { statementNames } from './row.ts'
export { isExposedDatabase } from './is-exposed-database.ts'
export { withSerializationRetry } from './serialization-retry.ts'
export { recordCommits } from './commit-record.ts'
export {
  createFindCourseAccess,
  createListCourseHeads,
  listListedCourses,
  type CourseAccess,
  type CourseHead,
  type FindCourseAccess,
  type ListCourseHeads,
  type ListedCourse,
} from './courses/course-access-queries.ts'
export { createCourseSettingsLoader } from './settings/course-settings-loader.ts'
export { findSlugOwner, type SlugOwner } from './courses/course-slug-queries.ts'
export { lockCourseSettingsDocument, updateCourseTags } from './settings/course-tag-queries.ts'
export { insertCourseSettings } from './settings/insert-course-settings.ts'
export { listTakenExercises } from './settings/manual-grading-exercise-queries.ts'
export {
  updateCourseSettings,
  updateCourseSettingsInPlace,
  type UpdateOutcome,
} from './settings/update-course-settings.ts'
export {
  findSettingsRevision,
  listSettingsRevisions,
  type SettingsRevision,
  type StoredSettingsRevision,
} from './settings/settings-revision-queries.ts'
export { ExercisesTakenError, type SettingsWrite, type StoredTag } from './settings/settings-write.ts'
export type { StoredCourseSettings } from './settings/stored-course-settings.ts'
export { confirmByReadBack, refuseBeforeStart, returnToPending } from './delivery/before-start-queries.ts'
export { deleteDiagnostics } from './delivery/delete-diagnostics.ts'
export {
  findDeliveryControl,
  followServer,
  holdDeliveries,
  resumeDeliveries,
  updateSettleTime,
  type DeliveryControl,
} from './delivery/delivery-control-queries.ts'
export { findLossySettings } from './delivery/find-lossy-settings.ts'
export { countDeliveries, type DeliveryGauges } from './delivery/delivery-gauges.ts'
export {
  findDelivery,
  listDeliveries,
  listDeliveryEvents,
  listSendDiagnostics,
  type DeliveryEvent,
  type DeliverySend,
  type DeliveryView,
} from './delivery/delivery-views.ts'
export { insertCompletedResult, insertDelivery } from './delivery/insert-delivery.ts'
export { leaseDelivery, type LeasedDelivery, type LeaseKey } from './delivery/lease-delivery.ts'
export { listenForDeliveries, type DeliveryListener } from './delivery/listen-for-deliveries.ts'
export {
  leaseVerification,
  recordStandingCancelled,
  recordVerification,
  recordReadBack,
  type LeasedVerification,
} from './delivery/verification-queries.ts'
export { startSend } from './delivery/start-send.ts'
export { reapExpiredLeases, type ReapedDelivery } from './delivery/reap-expired-leases.ts'
export { recordOutcome, recordUnsent, type SendRecord } from './delivery/record-outcome.ts'
export { releaseDelivery, type ReleaseOutcome } from './delivery/release-delivery.ts'
export { resolveDelivery, type ResolveOutcome } from './delivery/resolve-delivery.ts'
export {
  endStandingVerification,
  leaseStandingVerification,
  listStandings,
  recordVerifiedAfter,
  recordChangedStandings,
  type ChangedStanding,
  type KnownStanding,
  type LeasedStandingVerification,
} from './delivery/standing-queries.ts'
export { erasePerson, repeatErasure, type ErasePersonOutcome } from './people/erase-person.ts'
export { exportPerson } from './people/export-person.ts'
export { listRecordedErasures, type Erasure } from './people/person-action-queries.ts'
export { findPreferences, writePreferences, type StoredPreferences } from './preferences/preferences-queries.ts'
export { eraseEndedRoster, listEndedRosters, type EndedRoster } from './retention/erase-ended-roster.ts'
export { releaseTimerLease, takeTimerLease, type TimerLease } from './retention/timer-lease-queries.ts'
export { archiveRubric, restoreRubric, type ArchiveOutcome } from './rubrics/archive-rubric.ts'
export { deleteRubric, deleteRubricDraft, updateRubricDraft } from './rubrics/rubric-draft-queries.ts'
export { rubricIsInUse } from './rubrics/rubric-exercises.ts'
export {
  findRubric,
  findRubricCourse,
  insertRubric,
  listRubrics,
  type RubricHead,
  type StoredRubric,
} from './rubrics/rubric-queries.ts'
export {
  findRubricVersion,
  listRubricVersions,
  publishRubric,
  type ListedRubricVersion,
  type PublishOutcome,
  type StoredRubricVersion,
} from './rubrics/rubric-version-queries.ts'
export {
  deleteRubricMigration,
  deleteRubricMigrations,
  findRubricMigration,
  listMigrationRows,
} from './rubrics/find-migration.ts'
export type { MigrationRow, MigrationTotals, StoredMigration } from './rubrics/migration-rows.ts'
export {
  beginRubricMigration,
  type BegunMigration,
  countAssessmentsToMigrate,
  finishRubricMigration,
  insertMigrationRows,
  listAssessmentsToMigrate,
  type MigrationRequest,
} from './rubrics/plan-migration.ts'
export { type MigrationRun, type MigrationRunOutcome, runRubricMigration } from './rubrics/run-migration.ts'
export type { RubricAt, RubricWriteOutcome } from './rubrics/rubric-write.ts'
export { deleteExpiredTokens, forgetToken, isKnownToken, rememberToken } from './sessions/known-token-queries.ts'
export { insertSession, type InsertedSession, type NewSession } from './sessions/insert-session.ts'
export {
  beforeFirstSession,
  countSessionsByKey,
  listSealedSessions,
  lockSessionsToReseal,
  resealSessions,
  type KeyCount,
  type SealedSession,
} from './sessions/reseal-queries.ts'
export {
  countLiveSessions,
  deleteAllSessions,
  deleteExpiredSessions,
  deleteOtherSessions,
  deleteSession,
  deleteSessionsOfUser,
  listSessions,
  updateSessionIdentity,
} from './sessions/session-queries.ts'
export { createUseSession, findLiveSession, type UsedSession, type UseSession } from './sessions/use-session.ts'
export { findSnapshot, type StoredSnapshot } from './snapshots/find-snapshot.ts'
export { releaseRefreshLease, takeRefreshLease, type RefreshLease } from './snapshots/refresh-lease-queries.ts'
export { replaceSnapshot, type ReplaceSnapshotOutcome } from './snapshots/replace-snapshot.ts'
export { findSnapshotHead, type SnapshotHead } from './snapshots/snapshot-head-queries.ts'
export { findStudent, type FoundStudent, type StudentView } from './students/find-student.ts'
export { listStudents } from './students/list-students.ts'
export type { ListedStudent } from './students/student-rows.ts'
export { disownResults, listCoursesWithResultsToDisown } from './submissions/disown-results.ts'
export { findExerciseCourse, isExerciseOfCourse, type ExerciseCourse } from './submissions/exercise-course-queries.ts'
export { findSubmission, type FoundSubmission } from './submissions/find-submission.ts'
export { findUnregisteredSubmission } from './submissions/find-unregistered-submission.ts'
export { listAttempts } from './submissions/list-attempts.ts'
export { listSubmissions, type SubmissionQuery } from './submissions/list-submissions.ts'
export type { ListedAssessment, ListedSubmission } from './submissions/submission-rows.ts'
export { findSnippet } from './snippets/find-snippet.ts'
export { insertSnippet, type SnippetBank } from './snippets/insert-snippet.ts'
export { listSnippets } from './snippets/list-snippets.ts'
export type { SnippetWrite, StoredSnippet } from './snippets/snippet-rows.ts'
export { retireSnippet, updateSnippet } from './snippets/update-snippet.ts'
export type { ExerciseGradingWrite, StoredExerciseGrading } from './grading/exercise-grading-rows.ts'
export type { ExercisePair } from './grading/copy-exercise-gradings.ts'
export type { MadeCopy, RubricCopy } from './grading/insert-rubric-copies.ts'
export type { SnippetCopy } from './grading/insert-snippet-copies.ts'
export {
  listRubricsToCopy,
  listSnippetsToCopy,
  type CoursePair,
  type RubricToCopy,
  type SnippetToCopy,
} from './grading/list-gradings-to-copy.ts'
export type { GradedPerson, GradeRow } from './grading/grade-rows.ts'
export { listGradeCriteria, listGrades } from './grading/list-grades.ts'
export { listDueReleases, type DueRelease } from './grading/list-due-releases.ts'
export {
  releaseGrades,
  type ReleasedGrades,
  type ReleaseGradesOutcome,
  type ReleaseOfGrades,
} from './grading/release-grades.ts'
export { writeGradingCopies, type GradingCopies, type WrittenCopies } from './grading/write-grading-copies.ts'
export { findExerciseGrading, type GradedExercise } from './grading/find-exercise-grading.ts'
export {
  writeExerciseGrading,
  type ExerciseGradingChange,
  type ExerciseGradingOutcome,
} from './grading/write-exercise-grading.ts'
export { lockPeople, lockStoredSubmission, type SubmissionOfExercise } from './lock-order.ts'
export { type Claimer } from './claims/claim-parts.ts'
export { claimNext, type ClaimNextOutcome, type NextClaim } from './claims/claim-next.ts'
export { listOpenClaims, listOwnClaims, type StoredOpenClaim, type StoredOwnClaim } from './claims/list-claims.ts'
export { listQueues, type StoredQueue } from './claims/list-queues.ts'
export { countOpenWork, type OpenWork } from './claims/count-work.ts'
export { countQueues, type QueueGauges } from './claims/queue-gauges.ts'
export { claimSubmission, type ClaimSubmissionOutcome, type SubmissionClaim } from './claims/claim-submission.ts'
export { findAssessment, type StoredAssessment } from './assessments/find-assessment.ts'
export { lockAssessment } from './assessments/lock-assessment.ts'
export { findFeedback, listPeopleOfFeedback, type StoredFeedback } from './feedback/find-feedback.ts'
export { findFeedbackText, type StoredFeedbackText } from './feedback/find-feedback-text.ts'
export {
  findFeedbackVersion,
  listFeedbackVersions,
  type StoredFeedbackVersion,
  type StoredFeedbackVersionBrief,
} from './feedback/feedback-versions.ts'
export { parkFeedback } from './feedback/park-feedback.ts'
export { deleteFeedback, publishFeedback, showFeedback, withdrawFeedback } from './feedback/publish-feedback.ts'
export {
  type ListedOwnFeedback,
  listOwnFeedback,
  findOwnFeedback,
  hasFeedback,
  rememberReading,
  type StoredOwnFeedback,
} from './feedback/student-reads.ts'
export {
  findFeedbackTemplates,
  type StoredFeedbackTemplates,
  writeFeedbackTemplates,
} from './feedback/feedback-templates.ts'
export { listFeedbackStudents, type ListedFeedbackStudent } from './feedback/list-feedback-students.ts'
export {
  findStudentToWriteAbout,
  insertStudentFeedback,
  type StudentToWriteAbout,
} from './feedback/student-documents.ts'
export { lockFeedback } from './feedback/lock-feedback.ts'
export { maxFeedbackVersions, renewLeaseOfFeedback, saveFeedback } from './feedback/save-feedback.ts'
export { markCompleted } from './assessments/complete-assessment.ts'
export {
  deleteExpiredParkedDrafts,
  deleteParkedDraft,
  findParkedDraft,
  listParkedDrafts,
} from './assessments/parked-draft-queries.ts'
export type { ParkedDraftQuery, StoredParkedDraft, StoredParkedDraftBrief } from './assessments/parked-draft-queries.ts'
export { parkDraft, type DraftToPark, type LastChange } from './assessments/park-draft.ts'
export { renewLease } from './assessments/renew-lease.ts'
export { saveJudgement } from './assessments/save-judgement.ts'
export { countSnippetUses } from './snippets/count-snippet-uses.ts'
export {
  findCompletedRevision,
  hasHeldAssessment,
  insertRevealedEvent,
  listAssessmentEvents,
  type StoredAssessmentEvent,
} from './assessments/assessment-event-queries.ts'
export { handBack } from './assessments/hand-back.ts'
export {
  findRubricInForce,
  lockUnfinishedDelivery,
  reopenAssessment,
  type Restart,
  type RubricInForce,
} from './assessments/reopen-assessment.ts'
export { takeOver } from './assessments/take-over.ts'
export { anyDocument, type DocumentRestriction } from './feedback/documents-of-student.ts'
export { listFeedbackIds } from './feedback/list-feedback-ids.ts'
