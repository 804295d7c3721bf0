import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import type { ListedAssessment, ListedSubmission } from '@course-grading/data/submissions/submission-rows'
import { countedUpstream } from '@course-grading/domain/delivery/counted-upstream'
import { toPersonRef } from '@course-grading/domain/submissions/person-ref'
import { toStaffRef } from '../assessments/to-assessment.ts'

/** Each member of a row is named here, since a listed submission has more than a reply may show. */
export function toSubmissionRow(submission: ListedSubmission, reader: 'staff' | 'student'): SubmissionRow {
  return {
    submissionId: submission.submissionId,
    courseId: submission.courseId,
    exerciseId: submission.exerciseId,
    exerciseName: submission.exerciseName,
    submitters: submission.submitters.map(toPersonRef),
    submittedAt: submission.submittedAt,
    attempt: submission.attempt,
    language: submission.language,
    state: submission.state,
    gone: submission.gone,
    points: submission.points,
    maxPoints: submission.maxPoints,
    autoPoints: submission.autoPoints,
    upstream: submission.upstream,
    counted: countedUpstream(submission.upstreamFacts, submission, reader),
    assessment: submission.assessment && toListed(submission.assessment),
    postponed: submission.postponed,
    superseded: submission.superseded,
    mayClaim: submission.mayClaim,
  }
}

function toListed(assessment: ListedAssessment): NonNullable<SubmissionRow['assessment']> {
  const { id, graderId, graderName, holderId, holderName, leaseExpiresAt, updatedAt } = assessment
  const holder = holderId === null ? null : toStaffRef(holderId, holderName)
  return { id, grader: toStaffRef(graderId, graderName), holder, leaseExpiresAt, updatedAt }
}
