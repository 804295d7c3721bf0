import { findSubmission, type FoundSubmission } from '@course-grading/data/submissions/find-submission'
import { findUnregisteredSubmission } from '@course-grading/data/submissions/find-unregistered-submission'
import { mayGradeSubmission } from '@course-grading/domain/claims/may-grade-submission'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { mayReadSubmission } from '@course-grading/domain/submissions/may-read-submission'
import { fetchExercise, fetchSubmission, type Submission, UpstreamError } from '@course-grading/upstream'
import type { Deps } from '../deps/deps.ts'
import { type CourseMember, findMember, memberWithAccess, isVisible, type MemberDeps } from './course-member.ts'
import { type CallerRequest, upstreamCall } from '../deps/session-caller.ts'

export interface SubmissionAccess {
  readonly submission: FoundSubmission
  readonly member: CourseMember
  /** Whether the caller reads it as a submitter, who is shown only what is released. */
  readonly isOwn: boolean
  /** The submission as the learning platform reports it, if it had to be looked up there. */
  readonly content: Submission | null
}

type SubmissionDeps = MemberDeps & Pick<Deps, 'database'>

/** If unknown here, it is looked up upstream, once. @throws DomainError not_found, to all but teachers, admitted graders and submitters */
export async function requireSubmission(
  deps: SubmissionDeps,
  request: CallerRequest,
  submissionId: number,
): Promise<SubmissionAccess> {
  const { submission, content, member } =
    (await findKnown(deps, request, submissionId)) ?? (await lookUp(deps, request, submissionId))
  if (member === null) throw new DomainError('not_found', { isHidden: true })
  if (!mayReadAsStaff(member, submission, request.caller.userId)) await requireOwn(deps, request, member, submission)
  if (member.isStaff) return { submission, member, isOwn: false, content }
  // Submitters know each other, so no alias is needed.
  const submitters = submission.submitters.map((person) => ({ ...person, alias: null }))
  return { submission: { ...submission, submitters }, member, isOwn: true, content }
}

/** Passes teachers and graders whose restriction admits it, but nobody who handed it in. @throws DomainError forbidden, to other readers */
export async function requireGradable(
  deps: SubmissionDeps,
  request: CallerRequest,
  submissionId: number,
): Promise<SubmissionAccess> {
  const access = await requireSubmission(deps, request, submissionId)
  const { submission, member, isOwn } = access
  const isSubmitter = submission.submitters.some(({ userId }) => userId === request.caller.userId)
  if (isOwn || isSubmitter || !mayGradeAsStaff(member, submission, request.caller.userId))
    throw new DomainError('forbidden')
  return access
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

/** The holder of a submission may finish it, even if its tags or the grader's have changed. */
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
  deps: SubmissionDeps,
  request: CallerRequest,
  member: CourseMember,
  { submitters, isHidden }: FoundSubmission,
): Promise<void> {
  const isSubmitter = submitters.some(({ userId }) => userId === request.caller.userId)
  if (!member.isStudent || !isSubmitter || isHidden || !(await isVisible(deps, request, member)))
    throw new DomainError('not_found', { isHidden: true })
}

/** A submission before it is decided whether the caller may read it. `member` is null while the course is not configured. */
type ReadSubmission = Pick<SubmissionAccess, 'submission' | 'content'> & { readonly member: CourseMember | null }

async function findKnown(
  deps: SubmissionDeps,
  request: CallerRequest,
  submissionId: number,
): Promise<ReadSubmission | null> {
  const known = await findSubmission(deps.database, { submissionId, userId: request.caller.userId })
  if (known === null) return null
  const { submission, access } = known
  return { submission, content: null, member: await memberWithAccess(deps, request, access) }
}

/** Uses the caller's own token, so that nobody learns of work that the learning platform would not show to them. */
async function lookUp(deps: SubmissionDeps, request: CallerRequest, submissionId: number): Promise<ReadSubmission> {
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
