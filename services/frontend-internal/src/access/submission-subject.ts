import { findSubmission, type FoundSubmission } from '@course-grading/data/submissions/find-submission'
import { findUnregisteredSubmission } from '@course-grading/data/submissions/find-unregistered-submission'
import { mayGradeSubmission } from '@course-grading/domain/claims/may-grade-submission'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { mayReadSubmission } from '@course-grading/domain/submissions/may-read-submission'
import { fetchExercise, fetchSubmission, type Submission, UpstreamError } from '@course-grading/upstream'
import type { Asked, SubjectDeps } from './asked.ts'
import { type CourseMember, findMember, memberWithAccess, isVisible } from './course-member.ts'
import { type CallerRequest, upstreamCall } from '../deps/session-caller.ts'

export interface SubmissionSubject {
  readonly submission: FoundSubmission
  readonly member: CourseMember
  /** Whether the caller reads the submission as a submitter, who is shown only what is released. */
  readonly isOwn: boolean
  /** The submission as the learning platform reports it; null if the database already had it. */
  readonly content: Submission | null
}

export async function requireSubmission(deps: SubjectDeps, asked: Asked): Promise<SubmissionSubject> {
  return await (asked.right === 'grader' ? requireGradable : requireReadable)(deps, asked)
}

/** Looks an unknown submission up upstream, once. @throws DomainError not_found, to all but teachers, admitted graders and submitters */
async function requireReadable(deps: SubjectDeps, { request, params }: Asked): Promise<SubmissionSubject> {
  const submissionId = Number(params['submissionId'])
  const { submission, content, member } =
    (await findKnown(deps, request, submissionId)) ?? (await lookUp(deps, request, submissionId))
  if (member === null) throw new DomainError('not_found', { isHidden: true })
  if (!mayReadAsStaff(member, submission, request.caller.userId)) await requireOwn(deps, request, member, submission)
  if (member.isStaff) return { submission, member, isOwn: false, content }
  // Submitters know each other, so they see names and no aliases.
  const submitters = submission.submitters.map((person) => ({ ...person, alias: null }))
  return { submission: { ...submission, submitters }, member, isOwn: true, content }
}

/** @throws DomainError forbidden, to submitters and to graders who may read the submission but not grade it */
async function requireGradable(deps: SubjectDeps, asked: Asked): Promise<SubmissionSubject> {
  const subject = await requireReadable(deps, asked)
  const { submission, member, isOwn } = subject
  const { userId } = asked.request.caller
  const isSubmitter = submission.submitters.some((submitter) => submitter.userId === userId)
  if (isOwn || isSubmitter || !mayGradeAsStaff(member, submission, userId)) throw new DomainError('forbidden')
  return subject
}

function mayGradeAsStaff(
  { isTeacher, grader, access }: CourseMember,
  submission: FoundSubmission,
  userId: number,
): boolean {
  if (isTeacher) return true
  if (grader === null) return false
  return (
    submission.assessment?.holderId === userId || mayGradeSubmission(grader, restricted(submission, access.languages))
  )
}

const restricted = ({ language, submitters }: FoundSubmission, courseLanguages: readonly string[]) => ({
  language,
  courseLanguages,
  submitterTags: submitters.flatMap(({ tagSlugs }) => tagSlugs),
})

/** The holder may finish a submission even if its tags or the grader's have changed. */
function mayReadAsStaff(
  { isTeacher, grader, access }: CourseMember,
  submission: FoundSubmission,
  userId: number,
): boolean {
  if (isTeacher) return true
  if (grader === null) return false
  return (
    submission.assessment?.holderId === userId || mayReadSubmission(grader, restricted(submission, access.languages))
  )
}

async function requireOwn(
  deps: SubjectDeps,
  request: CallerRequest,
  member: CourseMember,
  { submitters, isHidden }: FoundSubmission,
): Promise<void> {
  const isSubmitter = submitters.some(({ userId }) => userId === request.caller.userId)
  if (!member.isStudent || !isSubmitter || isHidden || !(await isVisible(deps, request, member)))
    throw new DomainError('not_found', { isHidden: true })
}

/** A submission whose reader is not yet admitted. `member` is null while the course is not configured. */
type ReadSubmission = Pick<SubmissionSubject, 'submission' | 'content'> & { readonly member: CourseMember | null }

async function findKnown(
  deps: SubjectDeps,
  request: CallerRequest,
  submissionId: number,
): Promise<ReadSubmission | null> {
  const known = await findSubmission(deps.database, { submissionId, userId: request.caller.userId })
  if (known === null) return null
  const { submission, access } = known
  return { submission, content: null, member: await memberWithAccess(deps, request, access) }
}

/** Calls with the caller's own token, so that nobody learns of work that the learning platform would not show to them. */
async function lookUp(deps: SubjectDeps, request: CallerRequest, submissionId: number): Promise<ReadSubmission> {
  const { upstream, database } = deps
  const call = upstreamCall(request)
  const content = await fetchSubmission(upstream, call, submissionId).catch((error: unknown) => {
    if (!(error instanceof UpstreamError) || error.code !== 'upstream_rejected') throw error
    throw new DomainError('not_found', { isHidden: error.status === 403 })
  })
  const exercise = await fetchExercise(upstream, call, content.exerciseId)
  if (exercise === null) throw new DomainError('not_found', { isHidden: true })
  const { exerciseId, submittedAt } = content
  const submission = await findUnregisteredSubmission(database, {
    submissionId,
    courseId: exercise.courseId,
    exerciseId,
    submittedAt,
    submitterIds: content.submitters.map(({ userId }) => userId),
  })
  return { submission, content, member: await findMember(deps, request, submission.courseId) }
}
