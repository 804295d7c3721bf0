import { findSnapshot } from '@course-grading/data/snapshots/find-snapshot'
import { DomainError } from '@course-grading/domain/errors'
import type { FrontendHandler } from '../handler.ts'
import { requireSnapshot } from './refresh-snapshot.ts'

export const getCourseSnapshot: FrontendHandler<'getCourseSnapshot'> = async (call, deps) => {
  await requireSnapshot(deps, call, call.access)
  const { isStaff } = call.access
  const snapshot = await findSnapshot(deps.database, call.params.courseId, { staff: isStaff })
  if (snapshot === null) throw new DomainError('not_found')
  // Students see another body than staff under the same revision. A student may have got the entity tag from a member of
  // staff, so the tag of a student's request is never compared.
  return { status: 200, body: snapshot, revision: snapshot.revision, isComparable: isStaff }
}
