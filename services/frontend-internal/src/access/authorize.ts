import type { Right } from '@course-grading/contracts/operation/operation'
import { findParkedDraft, type StoredParkedDraft } from '@course-grading/data/assessments/parked-draft-queries'
import { findSlugOwner } from '@course-grading/data/courses/course-slug-queries'
import { type DeliveryView, findDelivery } from '@course-grading/data/delivery/delivery-views'
import { findRubricCourse } from '@course-grading/data/rubrics/rubric-queries'
import type { StoredCourseSettings } from '@course-grading/data/settings/stored-course-settings'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { Authorization } from '@course-grading/http-kit'
import type { Deps } from '../deps/deps.ts'
import {
  type CourseMember,
  findMember,
  type MemberDeps,
  requireMember,
  requireTeacher,
  withoutRightOfThing,
} from './course-member.ts'
import type { CallerRequest, SessionCaller } from '../deps/session-caller.ts'
import { type AssessmentAccess, assessmentRightOf, requireAssessment } from './assessment-access.ts'
import { type FeedbackAccess, requireFeedback } from './feedback-access.ts'
import { type ExerciseAccess, requireExercise } from './exercise-access.ts'
import { requireSnippet, type SnippetAccess } from './snippet-access.ts'
import { requireGradable, requireSubmission, type SubmissionAccess } from './submission-access.ts'

export interface FrontendAccess {
  readonly member: CourseMember
  readonly grader: CourseMember
  readonly grader_or_self: CourseMember
  readonly teacher: StoredCourseSettings
  readonly course_in_body: null
  readonly course_by_slug: CourseMember
  readonly delivery: DeliveryView
  readonly grader_or_student: CourseMember
  readonly submission: SubmissionAccess
  readonly rubric: CourseMember
  readonly snippet: SnippetAccess
  readonly exercise: ExerciseAccess
  readonly assessment: AssessmentAccess
  readonly parked_draft: StoredParkedDraft
  readonly feedback: FeedbackAccess
  readonly own_feedback: null
}

type AuthorizeDeps = MemberDeps & Pick<Deps, 'database' | 'loadCourseSettings'>

/** Decides for every operation whether the person who is signed in has the right that the contract requires. */
export function createAuthorize(deps: AuthorizeDeps) {
  return async ({
    operation,
    params,
    body,
    caller,
    ...rest
  }: Authorization<SessionCaller>): Promise<FrontendAccess[keyof FrontendAccess]> => {
    if (caller === null) return null
    const request: CallerRequest = { caller, ...rest }
    switch (operation.subject) {
      case 'course_in_body': {
        await requireTeacher(deps, request, (body as { readonly courseId: number }).courseId)
        return null
      }
      case 'course_by_slug':
        return await authorizeSlug(deps, request, String(params['slug']))
      case 'delivery':
        return await authorizeDelivery(deps, request, String(params['id']))
      case 'rubric':
        return await authorizeRubric(deps, request, operation.allow, String(params['rubricId']))
      case 'submission':
        return await (operation.allow === 'grader' ? requireGradable : requireSubmission)(
          deps,
          request,
          Number(params['submissionId']),
        )
      case 'snippet':
        return await requireSnippet(deps, request, String(params['snippetId']))
      case 'assessment':
        return await requireAssessment(
          deps,
          request,
          { right: assessmentRightOf(operation.allow), isWrite: operation.method !== 'get' },
          String(params['id']),
        )
      case 'parked_draft':
        return await requireParkedDraft(deps, caller.userId, String(params['id']))
      case 'own_feedback':
        // The handler's statement finds only what the caller may see.
        return null
      case 'feedback':
        return await requireFeedback(deps, request, operation.method !== 'get', String(params['id']))
      case 'exercise': {
        const right = operation.allow === 'teacher' ? 'teacher' : 'grader'
        const exercise = { courseId: Number(params['courseId']), exerciseId: Number(params['exerciseId']) }
        return await requireExercise(deps, request, right, exercise)
      }
      default:
        return await authorizeCourse(deps, request, operation.allow, params)
    }
  }
}

async function authorizeCourse(
  deps: AuthorizeDeps,
  request: CallerRequest,
  right: Right,
  params: Authorization<SessionCaller>['params'],
): Promise<CourseMember | StoredCourseSettings | null> {
  const courseId = Number(params['courseId'])
  switch (right) {
    case 'member':
      return await requireMember(deps, request, courseId, ({ isStaff, isStudent }) => isStaff || isStudent)
    case 'grader':
      return await requireMember(deps, request, courseId, isGraderOrTeacher)
    case 'grader_or_self':
      return await requireMember(
        deps,
        request,
        courseId,
        (member) => isGraderOrTeacher(member) || (member.isStudent && params['userId'] === request.caller.userId),
      )
    case 'grader_or_student':
      return await requireMember(deps, request, courseId, (member) => isGraderOrTeacher(member) || member.isStudent)
    case 'teacher': {
      await requireTeacher(deps, request, courseId)
      const settings = await deps.loadCourseSettings(courseId)
      if (settings === null) throw new DomainError('not_found')
      return settings
    }
    default:
      return null
  }
}

const isGraderOrTeacher = ({ isTeacher, grader }: CourseMember): boolean => isTeacher || grader !== null

/** Only members of a course learn which slugs it has. */
async function authorizeSlug(deps: AuthorizeDeps, request: CallerRequest, slug: string): Promise<CourseMember> {
  // Roles are read first, so that while the learning platform is down the error does not reveal whether the slug exists.
  await deps.freshIdentity(request)
  const owner = await findSlugOwner(deps.database, slug)
  if (owner === null) throw new DomainError('not_found')
  try {
    return await requireMember(deps, request, owner.courseId, ({ isStaff, isStudent }) => isStaff || isStudent)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'forbidden')
      throw new DomainError('not_found', { isHidden: true })
    throw error
  }
}

async function authorizeDelivery(deps: AuthorizeDeps, request: CallerRequest, id: string): Promise<DeliveryView> {
  const delivery = await findDelivery(deps.database, id)
  if (delivery === null) throw new DomainError('not_found')
  await requireOfCourse(deps, request, delivery.courseId, ({ isTeacher }) => isTeacher)
  return delivery
}

/** Requires the right in the course of a rubric. */
async function authorizeRubric(
  deps: AuthorizeDeps,
  request: CallerRequest,
  right: Right,
  rubricId: string,
): Promise<CourseMember> {
  const courseId = await findRubricCourse(deps.database, rubricId)
  if (courseId === null) throw new DomainError('not_found')
  return await requireOfCourse(deps, request, courseId, (member) =>
    right === 'teacher' ? member.isTeacher : isGraderOrTeacher(member),
  )
}

/** Admits the person who sent a refused save. Nobody else learns that there is one, whatever their roles are. */
async function requireParkedDraft(
  { database }: Pick<AuthorizeDeps, 'database'>,
  userId: number,
  id: string,
): Promise<StoredParkedDraft> {
  const draft = await findParkedDraft(database, id)
  if (draft?.ownerId !== userId) throw new DomainError('not_found', { isHidden: draft !== null })
  return draft
}

/** Requires the right in the course of a thing whose path does not name the course. */
async function requireOfCourse(
  deps: AuthorizeDeps,
  request: CallerRequest,
  courseId: number,
  hasRight: (member: CourseMember) => boolean,
): Promise<CourseMember> {
  const member = await findMember(deps, request, courseId)
  if (member === null || !hasRight(member)) throw await withoutRightOfThing(deps, request, member)
  return member
}
