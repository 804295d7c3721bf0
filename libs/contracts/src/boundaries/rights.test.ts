import { describe, expect, it } from 'vitest'
import { frontendInternal } from './frontend-internal.ts'
import { manualGrading } from './manual-grading.ts'
import { publicApi } from './public-api.ts'

/** Tests of services compute what a caller may do from the contract; this is what the contract must say. */
describe('the rights in a contract', () => {
  it.each([
    [publicApi, 'teacher', `getCourseSettings putCourseSettings`],
    [publicApi, 'anybody', `getOpenApiDocument`],
    [frontendInternal, 'service', `createSession listPublicCourses`],
    [
      frontendInternal,
      'signed_in',
      `deleteOtherSessions deleteSession getPreferences getSession listCourses listMyClaims listMyFeedback
      listParkedDrafts listSessions putPreferences`,
    ],
    [
      frontendInternal,
      'teacher',
      `archiveRubric configureCourse copyCourseGrading copyRubric createRubric deleteRubric deleteRubricDraft
      eraseStudentData exportGraders exportGrades exportStudentData getCourseSettings getDelivery
      getRubricMigration getSettingsRevision importGraders listDeliveries listOpenClaims listSettingsRevisions
      planRubricMigration publishRubric putCourseSettings putExerciseGrading putFeedbackTemplates
      putRubricDraft refreshCourseTags releaseGrades resolveDelivery restartAssessment restoreRubric
      revealSubmitters runRubricMigration takeOverClaim`,
    ],
    [frontendInternal, 'member', `getCourse getCourseBySlug getCourseSnapshot`],
    [
      frontendInternal,
      'grader',
      `claimNext claimSubmission completeAssessment createFeedback createSnippet deleteFeedback extendClaim
      getAssessment getExerciseArchive getExerciseGrading getFeedback getFeedbackTemplates getFeedbackVersion
      getRubric getRubricVersion listFeedbackStudents listFeedbackVersions listQueues listRubricVersions
      listRubrics listSnippets listStudents patchAssessment patchFeedback postponeAssessment previewFeedback
      previewScores publishFeedback putSnippet refreshCourseSnapshot releaseClaim restoreFeedbackVersion
      retireSnippet withdrawFeedback`,
    ],
    [frontendInternal, 'grader_or_self', `getStudent`],
    [frontendInternal, 'grader_or_student', `listSubmissions`],
    [
      frontendInternal,
      'grader_or_submitter',
      `getSubmission getSubmissionArchive getSubmissionContent getSubmissionFile`,
    ],
    [frontendInternal, 'own_grader', `listAssessmentHistory reopenAssessment`],
    [frontendInternal, 'owner', `deleteParkedDraft getMyFeedback getParkedDraft`],
    [
      manualGrading,
      'service',
      `deleteCapabilities deleteCapability getExerciseCourse listCapabilities registerCapability`,
    ],
    [manualGrading, 'fixture_tooling', `resetAssessments`],
  ])('of $0.name give $1 exactly these operations', (boundary, right, names) => {
    const operations: Readonly<Record<string, { readonly allow: string }>> = boundary.operations
    const allowed = Object.keys(operations).filter((name) => operations[name]?.allow === right)
    expect(allowed.toSorted()).toEqual(names.split(/\s+/))
  })
})
