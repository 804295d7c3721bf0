import type { Delivery } from '@course-grading/contracts/delivery/delivery'
import type { Db } from '@course-grading/data/db/db'
import type { DeliveryView } from '@course-grading/data/delivery/delivery-views'
import { listSubmitters } from '@course-grading/data/submissions/list-submitters'
import { type NamedPerson, toPersonRef } from '@course-grading/domain/submissions/person-ref'

export async function toDelivery(db: Db, delivery: DeliveryView): Promise<Delivery> {
  const { submissionId } = delivery
  return withSubmitters(delivery, (await listSubmitters(db, [submissionId])).get(submissionId))
}

export function withSubmitters(
  { kind: _, sends, ...delivery }: DeliveryView,
  submitters: readonly NamedPerson[] = [],
): Delivery {
  return { ...delivery, submitters: submitters.map(toPersonRef), sends: [...sends] }
}
