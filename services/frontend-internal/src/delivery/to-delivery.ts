import type { Delivery } from '@course-grading/contracts'
import type { DeliveryView } from '@course-grading/data'

/** A delivery as teachers are shown it; why a send ended as it did stands with the send. */
export function toDelivery({ kind: _, sends, ...delivery }: DeliveryView): Delivery {
  return { ...delivery, sends: [...sends] }
}
