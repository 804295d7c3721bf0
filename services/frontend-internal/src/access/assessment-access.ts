import type { Right } from '@course-grading/contracts/operation/operation'
import { hasHeldAssessment } from '@course-grading/data/assessments/assessment-event-queries'
import { findAssessment, type StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { mayReadSubmission } from '@course-grading/domain/submissions/may-read-submission'
import type { Deps } from '../deps/deps.ts'
import { type CourseMember, findMember, type MemberDeps, withoutRightOfThing } from './course-member.ts'
import type { CallerRequest } from '../deps/session-caller.ts'

export interface AssessmentAccess {
  readonly assessment: StoredAssessment
  readonly member: CourseMember
}

/** Who may use an operation about an assessment: `own_grader` is a teacher, or the grader who judged it last. */
type AssessmentRight = 'teacher' | 'grader' | 'own_grader'

export function assessmentRightOf(right: Right): AssessmentRight {
  return right === 'teacher' || right === 'own_grader' ? right : 'grader'
}

/**
 * An assessment for teachers, and graders whose restriction admits it. The holder may finish it even if tags have changed,
 * whoever judged it last sees its outcome, and a former holder learns how the claim ended. No grader sees the judgement of
 * their own work before students do.
 * @throws DomainError forbidden to other members, graders without the right and submitters; else not_found
 */
export async function requireAssessment(
  deps: MemberDeps & Pick<Deps, 'database'>,
  request: CallerRequest,
  { right, isWrite }: { readonly right: AssessmentRight; readonly isWrite: boolean },
  id: string,
): Promise<AssessmentAccess> {
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
  if (right === 'teacher' || (right === 'own_grader' && !isOwn)) throw new DomainError('forbidden')
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
