import type { Delivery } from '@course-grading/contracts/delivery/delivery'
import type { DeliveryView } from '@course-grading/data/delivery/delivery-views'

/** A delivery as teachers see it. The reason why a send ended is shown with the send, so the delivery's own is left out. */
export function toDelivery({ kind: _, sends, ...delivery }: DeliveryView): Delivery {
  return { ...delivery, sends: [...sends] }
}
