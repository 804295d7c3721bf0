import { DomainError } from '@course-grading/domain'
import type { StoredCourseSettings } from '@course-grading/data'
import type { Deps } from '../deps.ts'
import { type Caller, upstreamCall } from '../identity/authenticate.ts'

interface CourseAdmission {
  readonly params: { readonly courseId: number }
  readonly caller: Caller
  readonly requestId: string
  readonly deadline: () => AbortSignal
}

/** The settings of a course for one of its teachers: 403 for anybody else, 404 when the course is not configured. */
export async function admitTeacher(deps: Deps, admission: CourseAdmission): Promise<StoredCourseSettings> {
  const { courseId } = admission.params
  const teaches = await admission.caller.teaches(courseId, () => upstreamCall(admission))
  if (!teaches) throw new DomainError('forbidden')
  const stored = await deps.loadCourseSettings(courseId)
  if (stored === null) throw new DomainError('not_found')
  return stored
}
