import { findDelivery, type DeliveryView } from '@course-grading/data'
import { DomainError } from '@course-grading/domain'
import { findMember, requireVisible } from '../access/admit.ts'
import type { CallerRequest } from '../access/session-caller.ts'
import type { Deps } from '../deps.ts'

interface DeliveryRequest extends CallerRequest {
  readonly params: { readonly id: string }
}

/** A delivery for a teacher of its course: 403 for whoever else belongs there, 404 for everybody else, and for students of a hidden one, as if there were none. */
export async function admitDelivery(deps: Deps, request: DeliveryRequest): Promise<DeliveryView> {
  const found = await findDelivery(deps.database, request.params.id)
  if (found === null) throw new DomainError('not_found')
  const member = await findMember(deps, request, found.courseId)
  if (member?.isStudent) await requireVisible(deps, request, member)
  if (!member?.isTeacher) throw new DomainError(member?.isStaff || member?.isStudent ? 'forbidden' : 'not_found')
  return found
}
