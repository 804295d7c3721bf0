import { findSnapshot } from '@course-grading/data'
import { DomainError } from '@course-grading/domain'
import { defineHandler, etagOf } from '@course-grading/http-kit'
import { admitMember } from '../access/admit.ts'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'
import { requireSnapshot } from './refresh-snapshot.ts'

export const getCourseSnapshot = (deps: Deps): FrontendHandler<'getCourseSnapshot'> => defineHandler({
  admit: (admission) => admitMember(deps, admission),
  handle: async (call) => {
    await requireSnapshot(deps, call, call.resource)
    const { isStaff } = call.resource
    const snapshot = await findSnapshot(deps.database, call.params.courseId, { staff: isStaff })
    if (snapshot === null) throw new DomainError('not_found')
    const etag = etagOf(snapshot.revision)
    // A student who sends this tag may have it from somebody of the staff, whose body is another one: told, but never compared.
    return { status: 200, json: JSON.stringify(snapshot), ...(isStaff ? { etag } : { headers: { ETag: etag } }) }
  },
})
