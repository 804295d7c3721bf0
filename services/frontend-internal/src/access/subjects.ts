import type { StoredParkedDraft } from '@course-grading/data/assessments/parked-draft-queries'
import { findParkedDraft } from '@course-grading/data/assessments/parked-draft-queries'
import { type DeliveryView, findDelivery } from '@course-grading/data/delivery/delivery-views'
import { findRubricCourse } from '@course-grading/data/rubrics/rubric-queries'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { Asked, SubjectDeps } from './asked.ts'
import { requireAssessment } from './assessment-subject.ts'
import { type CourseMember, requireTeacher } from './course-member.ts'
import { requireCourse, requireCourseBySlug, requireInCourse, requireSettings } from './course-subject.ts'
import { requireExercise } from './exercise-subject.ts'
import { requireFeedback } from './feedback-subject.ts'
import { requireSnippet } from './snippet-subject.ts'
import { requireSubmission } from './submission-subject.ts'

/** By `subject`, else by `allow`. Each asks for the right once the caller's part in the course is known, throws 403 or 404, and returns the handler's `subject`. */
export const subjects = {
  signed_in: noSubject,
  member: requireCourse,
  grader: requireCourse,
  grader_or_self: requireCourse,
  grader_or_student: requireCourse,
  teacher: requireSettings,
  course_by_slug: requireCourseBySlug,
  course_in_body: requireCourseInBody,
  exercise: requireExercise,
  submission: requireSubmission,
  assessment: requireAssessment,
  feedback: requireFeedback,
  snippet: requireSnippet,
  rubric: requireRubric,
  delivery: requireDelivery,
  parked_draft: requireParkedDraft,
  // The handler's statement finds only what the caller may see.
  own_feedback: noSubject,
} satisfies Readonly<Record<string, (deps: SubjectDeps, asked: Asked) => Promise<unknown>>>

export type FrontendSubjects = {
  readonly [Name in keyof typeof subjects]: Awaited<ReturnType<(typeof subjects)[Name]>>
}

async function noSubject(): Promise<null> {
  return null
}

async function requireCourseInBody(deps: SubjectDeps, { request, body }: Asked): Promise<null> {
  await requireTeacher(deps, request, (body as { readonly courseId: number }).courseId)
  return null
}

async function requireDelivery(deps: SubjectDeps, asked: Asked): Promise<DeliveryView> {
  const delivery = await findDelivery(deps.database, String(asked.params['id']))
  if (delivery === null) throw new DomainError('not_found')
  await requireInCourse(deps, asked, delivery.courseId)
  return delivery
}

async function requireRubric(deps: SubjectDeps, asked: Asked): Promise<CourseMember> {
  const courseId = await findRubricCourse(deps.database, String(asked.params['rubricId']))
  if (courseId === null) throw new DomainError('not_found')
  return await requireInCourse(deps, asked, courseId)
}

/** Only the sender of a refused save learns that it was kept, whatever the roles of others are. */
async function requireParkedDraft({ database }: SubjectDeps, { request, params }: Asked): Promise<StoredParkedDraft> {
  const draft = await findParkedDraft(database, String(params['id']))
  if (draft?.ownerId !== request.caller.userId) throw new DomainError('not_found', { isHidden: draft !== null })
  return draft
}
