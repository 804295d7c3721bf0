import { completeAssessment } from './assessments/complete-assessment.ts'
import { getAssessment } from './assessments/get-assessment.ts'
import { claimNext } from './claims/claim-next.ts'
import { claimSubmission } from './claims/claim-submission.ts'
import { listMyClaims } from './claims/list-my-claims.ts'
import { listOpenClaims } from './claims/list-open-claims.ts'
import { listQueues } from './claims/list-queues.ts'
import { extendClaim } from './assessments/extend-claim.ts'
import { releaseClaim } from './assessments/release-claim.ts'
import { postponeAssessment } from './assessments/postpone-assessment.ts'
import { takeOverClaim } from './assessments/take-over-claim.ts'
import { restartAssessment } from './assessments/restart-assessment.ts'
import { reopenAssessment } from './assessments/reopen-assessment.ts'
import { listAssessmentHistory } from './assessments/list-assessment-history.ts'
import { revealSubmitters } from './assessments/reveal-submitters.ts'
import { deleteParkedDraft } from './assessments/delete-parked-draft.ts'
import { getParkedDraft } from './assessments/get-parked-draft.ts'
import { listParkedDrafts } from './assessments/list-parked-drafts.ts'
import { patchAssessment } from './assessments/patch-assessment.ts'
import { configureCourse } from './courses/configure-course.ts'
import { getCourse } from './courses/get-course.ts'
import { getCourseBySlug } from './courses/get-course-by-slug.ts'
import { listCourses } from './courses/list-courses.ts'
import { listPublicCourses } from './courses/list-public-courses.ts'
import { getDelivery } from './delivery/get-delivery.ts'
import { listDeliveries } from './delivery/list-deliveries.ts'
import { resolveDelivery } from './delivery/resolve-delivery.ts'
import type { Deps } from './deps.ts'
import type { FrontendHandlers } from './handler.ts'
import { copyCourseGrading } from './grading/copy-course-grading.ts'
import { exportGrades } from './grading/export-grades.ts'
import { getExerciseGrading } from './grading/get-exercise-grading.ts'
import { releaseGrades } from './grading/release-grades.ts'
import { putExerciseGrading } from './grading/put-exercise-grading.ts'
import { eraseStudentData } from './people/erase-student-data.ts'
import { exportStudentData } from './people/export-student-data.ts'
import { getPreferences } from './preferences/get-preferences.ts'
import { putPreferences } from './preferences/put-preferences.ts'
import { archiveRubric } from './rubrics/archive-rubric.ts'
import { copyRubric } from './rubrics/copy-rubric.ts'
import { createRubric } from './rubrics/create-rubric.ts'
import { deleteRubric } from './rubrics/delete-rubric.ts'
import { deleteRubricDraft } from './rubrics/delete-rubric-draft.ts'
import { getRubric } from './rubrics/get-rubric.ts'
import { getRubricMigration } from './rubrics/get-rubric-migration.ts'
import { getRubricVersion } from './rubrics/get-rubric-version.ts'
import { listRubricVersions } from './rubrics/list-rubric-versions.ts'
import { listRubrics } from './rubrics/list-rubrics.ts'
import { createFeedback } from './feedback/create-feedback.ts'
import { getFeedbackTemplates } from './feedback/get-feedback-templates.ts'
import { listFeedbackStudents } from './feedback/list-feedback-students.ts'
import { putFeedbackTemplates } from './feedback/put-feedback-templates.ts'
import { deleteFeedback } from './feedback/delete-feedback.ts'
import { getFeedback } from './feedback/get-feedback.ts'
import { getFeedbackVersion } from './feedback/get-feedback-version.ts'
import { getMyFeedback } from './feedback/get-my-feedback.ts'
import { listFeedbackVersions } from './feedback/list-feedback-versions.ts'
import { listMyFeedback } from './feedback/list-my-feedback.ts'
import { patchFeedback } from './feedback/patch-feedback.ts'
import { publishFeedback } from './feedback/publish-feedback.ts'
import { restoreFeedbackVersion } from './feedback/restore-feedback-version.ts'
import { withdrawFeedback } from './feedback/withdraw-feedback.ts'
import { previewFeedback } from './feedback/preview-feedback.ts'
import { planRubricMigration } from './rubrics/plan-rubric-migration.ts'
import { previewScores } from './rubrics/preview-scores.ts'
import { publishRubric } from './rubrics/publish-rubric.ts'
import { putRubricDraft } from './rubrics/put-rubric-draft.ts'
import { runRubricMigration } from './rubrics/run-rubric-migration.ts'
import { restoreRubric } from './rubrics/restore-rubric.ts'
import { createSession } from './sessions/create-session.ts'
import { deleteOtherSessions } from './sessions/delete-other-sessions.ts'
import { deleteSession } from './sessions/delete-session.ts'
import { getSession } from './sessions/get-session.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { exportGraders } from './settings/export-graders.ts'
import { getCourseSettings } from './settings/get-course-settings.ts'
import { getSettingsRevision } from './settings/get-settings-revision.ts'
import { importGraders } from './settings/import-graders.ts'
import { listSettingsRevisions } from './settings/list-settings-revisions.ts'
import { putCourseSettings } from './settings/put-course-settings.ts'
import { refreshCourseTags } from './settings/refresh-course-tags.ts'
import { getCourseSnapshot } from './snapshots/get-course-snapshot.ts'
import { refreshCourseSnapshot } from './snapshots/refresh-course-snapshot.ts'
import { createSnippet } from './snippets/create-snippet.ts'
import { listSnippets } from './snippets/list-snippets.ts'
import { putSnippet } from './snippets/put-snippet.ts'
import { retireSnippet } from './snippets/retire-snippet.ts'
import { getExerciseArchive } from './submissions/get-exercise-archive.ts'
import { getSubmission } from './submissions/get-submission.ts'
import { getSubmissionArchive } from './submissions/get-submission-archive.ts'
import { getSubmissionContent } from './submissions/get-submission-content.ts'
import { getSubmissionFile } from './submissions/get-submission-file.ts'
import { listSubmissions } from './submissions/list-submissions.ts'
import { getStudent } from './students/get-student.ts'
import { listStudents } from './students/list-students.ts'

/** Every operation of the contract with its handler. */
export const createHandlers = (deps: Deps): FrontendHandlers => ({
  createSession: createSession(deps),
  getSession: getSession(deps),
  deleteSession: deleteSession(deps),
  listSessions: listSessions(deps),
  deleteOtherSessions: deleteOtherSessions(deps),
  getPreferences: getPreferences(),
  putPreferences: putPreferences(deps),
  listPublicCourses: listPublicCourses(deps),
  listCourses: listCourses(deps),
  configureCourse: configureCourse(deps),
  getCourse: getCourse(deps),
  getCourseBySlug: getCourseBySlug(deps),
  getCourseSnapshot: getCourseSnapshot(deps),
  refreshCourseSnapshot: refreshCourseSnapshot(deps),
  listStudents: listStudents(deps),
  getStudent: getStudent(deps),
  exportStudentData: exportStudentData(deps),
  eraseStudentData: eraseStudentData(deps),
  getCourseSettings: getCourseSettings(),
  putCourseSettings: putCourseSettings(deps),
  refreshCourseTags: refreshCourseTags(deps),
  listSettingsRevisions: listSettingsRevisions(deps),
  getSettingsRevision: getSettingsRevision(deps),
  importGraders: importGraders(deps),
  exportGraders: exportGraders(deps),
  listSubmissions: listSubmissions(deps),
  getSubmission: getSubmission(deps),
  getSubmissionContent: getSubmissionContent(deps),
  getSubmissionFile: getSubmissionFile(deps),
  getSubmissionArchive: getSubmissionArchive(deps),
  getExerciseArchive: getExerciseArchive(deps),
  listRubrics: listRubrics(deps),
  createRubric: createRubric(deps),
  getRubric: getRubric(deps),
  deleteRubric: deleteRubric(deps),
  putRubricDraft: putRubricDraft(deps),
  deleteRubricDraft: deleteRubricDraft(deps),
  publishRubric: publishRubric(deps),
  archiveRubric: archiveRubric(deps),
  restoreRubric: restoreRubric(deps),
  listRubricVersions: listRubricVersions(deps),
  getRubricVersion: getRubricVersion(deps),
  copyRubric: copyRubric(deps),
  previewScores: previewScores(deps),
  createFeedback: createFeedback(deps),
  getFeedbackTemplates: getFeedbackTemplates(deps),
  listFeedbackStudents: listFeedbackStudents(deps),
  putFeedbackTemplates: putFeedbackTemplates(deps),
  deleteFeedback: deleteFeedback(deps),
  getFeedback: getFeedback(),
  getFeedbackVersion: getFeedbackVersion(deps),
  getMyFeedback: getMyFeedback(deps),
  listFeedbackVersions: listFeedbackVersions(deps),
  listMyFeedback: listMyFeedback(deps),
  patchFeedback: patchFeedback(deps),
  publishFeedback: publishFeedback(deps),
  restoreFeedbackVersion: restoreFeedbackVersion(deps),
  withdrawFeedback: withdrawFeedback(deps),
  previewFeedback: previewFeedback(deps),
  planRubricMigration: planRubricMigration(deps),
  getRubricMigration: getRubricMigration(deps),
  runRubricMigration: runRubricMigration(deps),
  getExerciseGrading: getExerciseGrading(),
  putExerciseGrading: putExerciseGrading(deps),
  copyCourseGrading: copyCourseGrading(deps),
  releaseGrades: releaseGrades(deps),
  listQueues: listQueues(deps),
  listOpenClaims: listOpenClaims(deps),
  listMyClaims: listMyClaims(deps),
  claimNext: claimNext(deps),
  claimSubmission: claimSubmission(deps),
  exportGrades: exportGrades(deps),
  getAssessment: getAssessment(),
  completeAssessment: completeAssessment(deps),
  deleteParkedDraft: deleteParkedDraft(deps),
  getParkedDraft: getParkedDraft(),
  listParkedDrafts: listParkedDrafts(deps),
  patchAssessment: patchAssessment(deps),
  extendClaim: extendClaim(deps),
  releaseClaim: releaseClaim(deps),
  postponeAssessment: postponeAssessment(deps),
  takeOverClaim: takeOverClaim(deps),
  restartAssessment: restartAssessment(deps),
  reopenAssessment: reopenAssessment(deps),
  listAssessmentHistory: listAssessmentHistory(deps),
  revealSubmitters: revealSubmitters(deps),
  listSnippets: listSnippets(deps),
  createSnippet: createSnippet(deps),
  putSnippet: putSnippet(deps),
  retireSnippet: retireSnippet(deps),
  listDeliveries: listDeliveries(deps),
  getDelivery: getDelivery(),
  resolveDelivery: resolveDelivery(deps),
})
