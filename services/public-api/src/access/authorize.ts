import type { StoredCourseSettings } from '@course-grading/data/settings/stored-course-settings'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { Authorization } from '@course-grading/http-kit'
import type { Deps } from '../deps/deps.ts'
import { type Caller, upstreamCall } from '../identity/authenticate.ts'

export interface PublicSubjects {
  readonly teacher: StoredCourseSettings
}

/** Only teachers of a configured course pass. Anybody else gets 403, and a teacher of a course that is not configured 404. */
export function createAuthorize({ loadCourseSettings }: Pick<Deps, 'loadCourseSettings'>) {
  return async ({
    operation,
    params,
    caller,
    ...rest
  }: Authorization<Caller>): Promise<StoredCourseSettings | null> => {
    if (operation.allow !== 'teacher' || caller === null) return null
    const courseId = Number(params['courseId'])
    if (!(await caller.teaches(courseId, () => upstreamCall({ caller, ...rest })))) throw new DomainError('forbidden')
    const settings = await loadCourseSettings(courseId)
    if (settings === null) throw new DomainError('not_found')
    return settings
  }
}
