import type { Delivery } from '@course-grading/contracts/delivery/delivery'
import type { Db } from '@course-grading/data/db/db'
import { type DeliveryFacts, listDeliveryFacts } from '@course-grading/data/delivery/delivery-facts'
import type { DeliveryView } from '@course-grading/data/delivery/delivery-views'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { toPersonRef } from '@course-grading/domain/submissions/person-ref'
import { toStaffRef } from '../assessments/to-assessment.ts'

export async function toDelivery(db: Db, delivery: DeliveryView): Promise<Delivery> {
  return withFacts(delivery, (await listDeliveryFacts(db, [delivery.id])).get(delivery.id))
}

/** @throws DomainError overloaded if a reset of fixtures deleted the delivery after it was read; the next request knows */
export function withFacts(view: DeliveryView, facts: DeliveryFacts | undefined): Delivery {
  if (facts === undefined) throw new DomainError('overloaded', { retryAfterS: 1 })
  const { kind: _, sends, seenUpstream, ...delivery } = view
  const { seenGraderId, seenGraderName, exerciseName, assessmentId, deliverable, decideFrom } = facts
  const seenGrader = seenGraderId === null ? null : toStaffRef(seenGraderId, seenGraderName)
  return {
    ...delivery,
    exerciseName,
    submitters: facts.submitters.map(toPersonRef),
    assessmentId,
    grader: toStaffRef(facts.graderId, facts.graderName),
    deliverable,
    sends: [...sends],
    seenUpstream: seenUpstream && { ...seenUpstream, grader: seenGrader },
    decideFrom,
    decisions: facts.decisions.map(({ as, byUserId, byName, at, reason }) => ({
      as,
      by: byUserId === null ? null : toStaffRef(byUserId, byName),
      at,
      reason,
    })),
  }
}
