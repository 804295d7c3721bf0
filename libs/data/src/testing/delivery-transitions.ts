import type { DeliveryState } from '@course-grading/domain/delivery/delivery-state'

interface DeliveryTransition {
  readonly from: DeliveryState | 'new'
  readonly to: DeliveryState
  /** What happens, in a few words, for the drawing of the documentation. */
  readonly by: string
}

/** The database refuses all other transitions. */
export const deliveryTransitions: readonly DeliveryTransition[] = [
  { from: 'new', to: 'held', by: 'completed, to be released' },
  { from: 'new', to: 'pending', by: 'completed, released at once' },
  { from: 'held', to: 'pending', by: 'released' },
  { from: 'held', to: 'cancelled', by: 'reopened' },
  { from: 'pending', to: 'sending', by: 'leased by a worker' },
  { from: 'pending', to: 'cancelled', by: 'reopened' },
  { from: 'sending', to: 'delivered', by: 'taken' },
  { from: 'sending', to: 'refused', by: 'surely not taken' },
  { from: 'sending', to: 'pending', by: 'surely not sent' },
  { from: 'sending', to: 'ambiguous', by: 'may have arrived' },
  { from: 'ambiguous', to: 'delivered', by: 'found upstream, or a person' },
  { from: 'ambiguous', to: 'refused', by: 'late proof' },
  { from: 'ambiguous', to: 'pending', by: 'send again' },
  { from: 'ambiguous', to: 'cancelled', by: 'a person' },
  { from: 'refused', to: 'pending', by: 'send again' },
  { from: 'refused', to: 'cancelled', by: 'a person' },
]
