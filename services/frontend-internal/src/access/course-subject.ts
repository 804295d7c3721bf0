import { findSlugOwner } from '@course-grading/data/courses/course-slug-queries'
import type { StoredCourseSettings } from '@course-grading/data/settings/stored-course-settings'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { Asked, SubjectDeps } from './asked.ts'
import { type CourseMember, findMember, requireMember, requireTeacher, withoutRightOfThing } from './course-member.ts'
import { rights } from './rights.ts'

export async function requireCourse(deps: SubjectDeps, { request, right, params }: Asked): Promise<CourseMember> {
  const isSelf = params['userId'] === request.caller.userId
  return await requireMember(deps, request, Number(params['courseId']), (member) => rights[right]({ member, isSelf }))
}

export async function requireSettings(deps: SubjectDeps, { request, params }: Asked): Promise<StoredCourseSettings> {
  const courseId = Number(params['courseId'])
  await requireTeacher(deps, request, courseId)
  const settings = await deps.loadCourseSettings(courseId)
  if (settings === null) throw new DomainError('not_found')
  return settings
}

/** Only members of a course learn which slugs it has. */
export async function requireCourseBySlug(deps: SubjectDeps, { request, right, params }: Asked): Promise<CourseMember> {
  // The roles are read before the slug, so that an error of the learning platform does not reveal whether the slug exists.
  await deps.freshIdentity(request)
  const owner = await findSlugOwner(deps.database, String(params['slug']))
  if (owner === null) throw new DomainError('not_found')
  try {
    return await requireMember(deps, request, owner.courseId, (member) => rights[right]({ member }))
  } catch (error) {
    if (error instanceof DomainError && error.code === 'forbidden')
      throw new DomainError('not_found', { isHidden: true })
    throw error
  }
}

/** For an operation whose path names a rubric or a delivery, and not its course. */
export async function requireInCourse(
  deps: SubjectDeps,
  { request, right }: Asked,
  courseId: number,
): Promise<CourseMember> {
  const member = await findMember(deps, request, courseId)
  if (member === null || !rights[right]({ member })) throw await withoutRightOfThing(deps, request, member)
  return member
}
