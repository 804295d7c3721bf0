import { expect, it } from 'vitest'
import { deliveryStates } from './delivery-state.ts'
import { whyNotRegistered } from './reject-registration.ts'

it('a registration is rejected while a grade is on its way, or may have arrived', () => {
  expect(Object.fromEntries(deliveryStates.map((state) => [state, whyNotRegistered(state)]))).toEqual({
    held: null,
    pending: 'delivery_pending',
    sending: 'delivery_pending',
    delivered: null,
    refused: null,
    ambiguous: 'delivery_ambiguous',
    cancelled: null,
  })
  expect(whyNotRegistered(null)).toBeNull()
})
