import type { Delivery } from '@course-grading/contracts/delivery/delivery'
import type { DeliveryView } from '@course-grading/data/delivery/delivery-views'

export function toDelivery({ kind: _, sends, ...delivery }: DeliveryView): Delivery {
  return { ...delivery, sends: [...sends] }
}
