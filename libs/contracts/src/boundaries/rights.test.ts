import { describe, expect, it } from 'vitest'
import { frontendInternal } from './frontend-internal.ts'
import { manualGrading } from './manual-grading.ts'
import { publicApi } from './public-api.ts'

/** Tests of services compute what a caller may do from the contract; this is what the contract must say. */
describe('the rights in a contract', () => {
  it.each([
    [publicApi.name, publicApi, 'teacher', `getCourseSettings putCourseSettings`],
    [publicApi.name, publicApi, 'anybody', `getOpenApiDocument`],
    [frontendInternal.name, frontendInternal, 'service', `createSession listPublicCourses`],
    [
      frontendInternal.name,
      frontendInternal,
      'signed_in',
      `deleteOtherSessions deleteSession getPreferences getSession listCourses listMyClaims listMyFeedback
      listParkedDrafts listSessions putPreferences`,
    ],
    [
      frontendInternal.name,
      frontendInternal,
      'teacher',
      `archiveRubric configureCourse copyCourseGrading copyRubric createRubric deleteRubric deleteRubricDraft
      eraseStudentData exportGraders exportGrades exportStudentData getCourseSettings getDelivery
      getGradingProgress getRubricMigration getSettingsRevision importGraders listDeliveries listOpenClaims listSettingsRevisions
      planRubricMigration publishRubric putCourseSettings putExerciseGrading putFeedbackTemplates
      putRubricDraft refreshCourseTags releaseGrades resolveDelivery restartAssessment restoreRubric
      revealSubmitters runRubricMigration takeOverClaim`,
    ],
    [frontendInternal.name, frontendInternal, 'member', `getCourse getCourseBySlug getCourseSnapshot`],
    [
      frontendInternal.name,
      frontendInternal,
      'grader',
      `claimNext claimSubmission completeAssessment createFeedback createSnippet deleteFeedback extendClaim
      getAssessment getExerciseArchive getExerciseGrading getFeedback getFeedbackTemplates getFeedbackVersion
      getRubric getRubricVersion listFeedbackStudents listFeedbackVersions listQueues listRubricVersions
      listRubrics listSnippets listStudents patchAssessment patchFeedback postponeAssessment previewFeedback
      previewScores publishFeedback putSnippet refreshCourseSnapshot releaseClaim restoreFeedbackVersion
      retireSnippet withdrawFeedback`,
    ],
    [frontendInternal.name, frontendInternal, 'grader_or_self', `getStudent`],
    [frontendInternal.name, frontendInternal, 'grader_or_student', `listSubmissions`],
    [
      frontendInternal.name,
      frontendInternal,
      'grader_or_submitter',
      `getSubmission getSubmissionArchive getSubmissionContent getSubmissionFile`,
    ],
    [frontendInternal.name, frontendInternal, 'own_grader', `listAssessmentHistory reopenAssessment`],
    [frontendInternal.name, frontendInternal, 'owner', `deleteParkedDraft getMyFeedback getParkedDraft`],
    [
      manualGrading.name,
      manualGrading,
      'service',
      `deleteCapabilities deleteCapability getExerciseCourse listCapabilities registerCapability`,
    ],
    [manualGrading.name, manualGrading, 'fixture_tooling', `resetAssessments`],
  ])('of %s give $2 exactly these operations', (_name, boundary, right, names) => {
    const operations: Readonly<Record<string, { readonly allow: string }>> = boundary.operations
    const allowed = Object.keys(operations).filter((name) => operations[name]?.allow === right)
    expect(allowed.toSorted()).toEqual(names.split(/\s+/))
  })
})
