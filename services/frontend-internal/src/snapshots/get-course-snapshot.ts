import { findSnapshot } from '@course-grading/data/snapshots/find-snapshot'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { FrontendHandler } from '../access/handler.ts'
import { requireSnapshot } from './refresh-snapshot.ts'

export const getCourseSnapshot: FrontendHandler<'getCourseSnapshot'> = async (call, deps) => {
  await requireSnapshot(deps, call, call.subject)
  const { isStaff } = call.subject
  const snapshot = await findSnapshot(deps.database, call.params.courseId, { staff: isStaff })
  if (snapshot === null) throw new DomainError('not_found')
  // Students see another body under the same revision, and may have staff's entity tag, so a student's tag is never compared.
  return { status: 200, body: snapshot, revision: snapshot.revision, isComparable: isStaff }
}
