import { hasHeldAssessment } from '@course-grading/data/assessments/assessment-event-queries'
import { findAssessment, type StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { mayReadSubmission } from '@course-grading/domain/submissions/may-read-submission'
import type { Asked, SubjectDeps } from './asked.ts'
import { type CourseMember, findMember, withoutRightOfThing } from './course-member.ts'
import { rights } from './rights.ts'

export interface AssessmentSubject {
  readonly assessment: StoredAssessment
  readonly member: CourseMember
}

/**
 * Admits teachers, graders whose restriction admits the submission, its holder and whoever judged it last. A write also
 * admits a former holder, who learns so how the claim ended. No grader sees the judgement of their own work before students do.
 * @throws DomainError forbidden to other members, graders without the right and submitters; else not_found
 */
export async function requireAssessment(
  deps: SubjectDeps,
  { request, right, isWrite, params }: Asked,
): Promise<AssessmentSubject> {
  const id = String(params['id'])
  const assessment = await findAssessment(deps.database, id)
  if (assessment === null) throw new DomainError('not_found')
  const member = await findMember(deps, request, assessment.courseId)
  if (member === null) throw new DomainError('not_found', { isHidden: true })
  if (member.isTeacher) return { assessment, member }
  if (member.grader === null) throw await withoutRightOfThing(deps, request, member)
  const { userId } = request.caller
  const isOwn = assessment.graderId === userId
  const isAdmitted =
    assessment.holderId === userId ||
    isOwn ||
    isForGrader(member, assessment) ||
    (isWrite && (await hasHeldAssessment(deps.database, { assessmentId: id, userId })))
  if (!isAdmitted) throw new DomainError('not_found', { isHidden: true })
  if (assessment.submitters.some((submitter) => submitter.userId === userId)) throw new DomainError('forbidden')
  if (!rights[right]({ member, isLastGrader: isOwn })) throw new DomainError('forbidden')
  return { assessment, member }
}

function isForGrader({ grader, access }: CourseMember, { language, submitters }: StoredAssessment): boolean {
  if (grader === null) return false
  return mayReadSubmission(grader, {
    language,
    courseLanguages: access.languages,
    submitterTags: submitters.flatMap(({ tagSlugs }) => tagSlugs),
  })
}
