import { hasHeldAssessment } from '@course-grading/data/assessments/assessment-event-queries'
import { findFeedback, type StoredFeedback } from '@course-grading/data/feedback/find-feedback'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { isWithinRestriction, mayReadSubmission } from '@course-grading/domain/submissions/may-read-submission'
import type { Deps } from '../deps/deps.ts'
import type { Asked, SubjectDeps } from './asked.ts'
import { type CourseMember, findMember } from './course-member.ts'

export interface FeedbackSubject {
  readonly feedback: StoredFeedback
  readonly member: CourseMember
}

/**
 * Admits teachers, the holder and the last grader of a submission's document, and graders whose restriction admits the submission
 * or, for a document about a student, the student. A write also admits a former holder, who learns so how the claim ended.
 * @throws DomainError forbidden to graders whom the document is about; else not_found
 */
export async function requireFeedback(
  deps: SubjectDeps,
  { request, isWrite, params }: Asked,
): Promise<FeedbackSubject> {
  const feedback = await findFeedback(deps.database, String(params['id']))
  if (feedback === null) throw new DomainError('not_found')
  const member = await findMember(deps, request, feedback.courseId)
  if (member === null) throw new DomainError('not_found', { isHidden: true })
  await requireAdmitted(deps, { feedback, member }, isWrite, request.caller.userId)
  return { feedback, member }
}

/** Decides as `requireFeedback` does, for somebody whose part in the course is known. @throws DomainError forbidden, not_found */
export async function requireAdmitted(
  deps: Pick<Deps, 'database'>,
  { feedback, member }: FeedbackSubject,
  isWrite: boolean,
  userId: number,
): Promise<void> {
  if (member.isTeacher) return
  // The reply is not 403, since the mere existence of feedback about somebody reveals something.
  if (member.grader === null) throw new DomainError('not_found', { isHidden: true })
  const { assessmentId } = feedback
  const isAdmitted =
    isForGrader(member, feedback, userId) ||
    (isWrite && assessmentId !== null && (await hasHeldAssessment(deps.database, { assessmentId, userId })))
  if (!isAdmitted) throw new DomainError('not_found', { isHidden: true })
  if (feedback.userId === userId || feedback.submitterIds.includes(userId)) throw new DomainError('forbidden')
}

function isForGrader(member: CourseMember, feedback: StoredFeedback, userId: number): boolean {
  const { submissionId, holderId, graderId, submissionLanguage: language, tagSlugs } = feedback
  if (member.grader === null) return false
  if (submissionId === null) return mayWriteAbout(member, feedback)
  if (holderId === userId || graderId === userId) return true
  return mayReadSubmission(member.grader, {
    language,
    courseLanguages: member.access.languages,
    submitterTags: tagSlugs,
  })
}

export function mayWriteAbout(
  { isTeacher, grader, access: { languages: courseLanguages } }: CourseMember,
  { language, tagSlugs }: Pick<StoredFeedback, 'language' | 'tagSlugs'>,
): boolean {
  if (isTeacher || grader === null) return isTeacher
  return isWithinRestriction(
    { languages: grader.languages, courseLanguages, tags: grader.feedbackTags ?? null },
    { language, submitterTags: tagSlugs },
  )
}
