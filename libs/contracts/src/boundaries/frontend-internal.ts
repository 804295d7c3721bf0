import { completeAssessment } from '../assessments/complete-assessment.ts'
import { getAssessment } from '../assessments/get-assessment.ts'
import { claimNext } from '../claims/claim-next.ts'
import { claimSubmission } from '../claims/claim-submission.ts'
import { listMyClaims } from '../claims/list-my-claims.ts'
import { listOpenClaims } from '../claims/list-open-claims.ts'
import { listQueues } from '../claims/list-queues.ts'
import { extendClaim } from '../assessments/extend-claim.ts'
import { releaseClaim } from '../assessments/release-claim.ts'
import { postponeAssessment } from '../assessments/postpone-assessment.ts'
import { takeOverClaim } from '../assessments/take-over-claim.ts'
import { restartAssessment } from '../assessments/restart-assessment.ts'
import { reopenAssessment } from '../assessments/reopen-assessment.ts'
import { listAssessmentHistory } from '../assessments/list-assessment-history.ts'
import { revealSubmitters } from '../assessments/reveal-submitters.ts'
import { deleteParkedDraft } from '../assessments/delete-parked-draft.ts'
import { getParkedDraft } from '../assessments/get-parked-draft.ts'
import { listParkedDrafts } from '../assessments/list-parked-drafts.ts'
import { patchAssessment } from '../assessments/patch-assessment.ts'
import { configureCourse } from '../courses/configure-course.ts'
import { getCourse } from '../courses/get-course.ts'
import { getCourseBySlug } from '../courses/get-course-by-slug.ts'
import { listCourses } from '../courses/list-courses.ts'
import { listPublicCourses } from '../courses/list-public-courses.ts'
import { getDelivery } from '../delivery/get-delivery.ts'
import { listDeliveries } from '../delivery/list-deliveries.ts'
import { resolveDelivery } from '../delivery/resolve-delivery.ts'
import { createFeedback } from '../feedback/create-feedback.ts'
import { getFeedbackTemplates } from '../feedback/get-feedback-templates.ts'
import { listFeedbackStudents } from '../feedback/list-feedback-students.ts'
import { putFeedbackTemplates } from '../feedback/put-feedback-templates.ts'
import { deleteFeedback } from '../feedback/delete-feedback.ts'
import { getFeedback } from '../feedback/get-feedback.ts'
import { getFeedbackVersion } from '../feedback/get-feedback-version.ts'
import { getMyFeedback } from '../feedback/get-my-feedback.ts'
import { listFeedbackVersions } from '../feedback/list-feedback-versions.ts'
import { listMyFeedback } from '../feedback/list-my-feedback.ts'
import { patchFeedback } from '../feedback/patch-feedback.ts'
import { previewFeedback } from '../feedback/preview-feedback.ts'
import { publishFeedback } from '../feedback/publish-feedback.ts'
import { restoreFeedbackVersion } from '../feedback/restore-feedback-version.ts'
import { withdrawFeedback } from '../feedback/withdraw-feedback.ts'
import { copyCourseGrading } from '../grading/copy-course-grading.ts'
import { exportGrades } from '../grading/export-grades.ts'
import { getExerciseGrading } from '../grading/get-exercise-grading.ts'
import { releaseGrades } from '../grading/release-grades.ts'
import { putExerciseGrading } from '../grading/put-exercise-grading.ts'
import { frontendProblems } from './frontend-problems.ts'
import { defineBoundary } from '../operation/operation.ts'
import { eraseStudentData } from '../people/erase-student-data.ts'
import { exportStudentData } from '../people/export-student-data.ts'
import { getPreferences } from '../preferences/get-preferences.ts'
import { putPreferences } from '../preferences/put-preferences.ts'
import { archiveRubric } from '../rubrics/archive-rubric.ts'
import { copyRubric } from '../rubrics/copy-rubric.ts'
import { createRubric } from '../rubrics/create-rubric.ts'
import { deleteRubric } from '../rubrics/delete-rubric.ts'
import { deleteRubricDraft } from '../rubrics/delete-rubric-draft.ts'
import { getRubric } from '../rubrics/get-rubric.ts'
import { getRubricMigration } from '../rubrics/get-rubric-migration.ts'
import { getRubricVersion } from '../rubrics/get-rubric-version.ts'
import { listRubricVersions } from '../rubrics/list-rubric-versions.ts'
import { listRubrics } from '../rubrics/list-rubrics.ts'
import { planRubricMigration } from '../rubrics/plan-rubric-migration.ts'
import { previewScores } from '../rubrics/preview-scores.ts'
import { publishRubric } from '../rubrics/publish-rubric.ts'
import { putRubricDraft } from '../rubrics/put-rubric-draft.ts'
import { runRubricMigration } from '../rubrics/run-rubric-migration.ts'
import { restoreRubric } from '../rubrics/restore-rubric.ts'
import { createSession } from '../sessions/create-session.ts'
import { deleteOtherSessions } from '../sessions/delete-other-sessions.ts'
import { deleteSession } from '../sessions/delete-session.ts'
import { getSession } from '../sessions/get-session.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import { exportGraders } from '../settings/export-graders.ts'
import { getCourseSettings } from '../settings/get-course-settings.ts'
import { getSettingsRevision } from '../settings/get-settings-revision.ts'
import { importGraders } from '../settings/import-graders.ts'
import { listSettingsRevisions } from '../settings/list-settings-revisions.ts'
import { putCourseSettings } from '../settings/put-course-settings.ts'
import { refreshCourseTags } from '../settings/refresh-course-tags.ts'
import { getCourseSnapshot } from '../snapshots/get-course-snapshot.ts'
import { refreshCourseSnapshot } from '../snapshots/refresh-course-snapshot.ts'
import { createSnippet } from '../snippets/create-snippet.ts'
import { listSnippets } from '../snippets/list-snippets.ts'
import { putSnippet } from '../snippets/put-snippet.ts'
import { retireSnippet } from '../snippets/retire-snippet.ts'
import { getExerciseArchive } from '../submissions/get-exercise-archive.ts'
import { getSubmission } from '../submissions/get-submission.ts'
import { getSubmissionArchive } from '../submissions/get-submission-archive.ts'
import { getSubmissionContent } from '../submissions/get-submission-content.ts'
import { getSubmissionFile } from '../submissions/get-submission-file.ts'
import { listSubmissions } from '../submissions/list-submissions.ts'
import { getStudent } from '../students/get-student.ts'
import { listStudents } from '../students/list-students.ts'

/** What the server-side web frontend calls, on a private network. Fixed paths come before those with a parameter. */
export const frontendInternal = defineBoundary({
  name: 'frontend-internal',
  prefix: '/internal/frontend',
  credentials: { service: 'frontend_secret', person: 'session' },
  checksFirst: 'credential',
  operations: {
    createSession,
    getSession,
    deleteSession,
    listSessions,
    deleteOtherSessions,
    getPreferences,
    putPreferences,
    listPublicCourses,
    listCourses,
    configureCourse,
    getCourseBySlug,
    getCourse,
    getCourseSnapshot,
    refreshCourseSnapshot,
    listStudents,
    getStudent,
    exportStudentData,
    eraseStudentData,
    getCourseSettings,
    putCourseSettings,
    refreshCourseTags,
    listSettingsRevisions,
    getSettingsRevision,
    importGraders,
    exportGraders,
    listSubmissions,
    getSubmission,
    getSubmissionContent,
    getSubmissionFile,
    getSubmissionArchive,
    getExerciseArchive,
    listRubrics,
    createRubric,
    getRubric,
    deleteRubric,
    putRubricDraft,
    deleteRubricDraft,
    publishRubric,
    archiveRubric,
    restoreRubric,
    listRubricVersions,
    getRubricVersion,
    copyRubric,
    previewScores,
    planRubricMigration,
    getRubricMigration,
    runRubricMigration,
    getExerciseGrading,
    putExerciseGrading,
    copyCourseGrading,
    releaseGrades,
    listQueues,
    listOpenClaims,
    listMyClaims,
    claimNext,
    claimSubmission,
    exportGrades,
    getAssessment,
    patchAssessment,
    extendClaim,
    releaseClaim,
    postponeAssessment,
    takeOverClaim,
    restartAssessment,
    reopenAssessment,
    listAssessmentHistory,
    revealSubmitters,
    completeAssessment,
    listParkedDrafts,
    getParkedDraft,
    deleteParkedDraft,
    listSnippets,
    createSnippet,
    putSnippet,
    retireSnippet,
    listFeedbackStudents,
    getFeedbackTemplates,
    putFeedbackTemplates,
    createFeedback,
    getFeedback,
    patchFeedback,
    deleteFeedback,
    publishFeedback,
    withdrawFeedback,
    listFeedbackVersions,
    getFeedbackVersion,
    restoreFeedbackVersion,
    previewFeedback,
    listMyFeedback,
    getMyFeedback,
    listDeliveries,
    getDelivery,
    resolveDelivery,
  },
  problems: frontendProblems,
  commonProblems: {
    every: ['invalid_frontend_secret', 'validation_failed', 'internal', 'overloaded'],
    person: ['invalid_session', 'session_expired'],
    course: ['invalid_upstream_token', 'forbidden', 'not_found', 'upstream_unavailable'],
    // No 403 here: strangers must not learn which slugs are taken, and nobody learns of a submission that is not theirs to read.
    subject: {
      course_by_slug: ['invalid_upstream_token', 'not_found', 'upstream_unavailable'],
      submission: ['invalid_upstream_token', 'not_found', 'upstream_unavailable'],
      // No 403: others must not learn that there is such a draft, nor of which course.
      parked_draft: ['not_found'],
      own_feedback: ['not_found'],
      // Only graders learn that there is feedback about somebody. A grader gets 403 for feedback about themselves.
      feedback: ['invalid_upstream_token', 'not_found', 'upstream_unavailable'],
    },
    fixtureTooling: [],
    body: ['payload_too_large', 'unsupported_media_type'],
    ifMatch: ['malformed_if_match', 'precondition_required', 'revision_conflict'],
    assessmentRevision: ['malformed_if_match', 'revision_conflict'],
    page: ['invalid_cursor'],
  },
})
