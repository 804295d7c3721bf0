import { describe, expect, it } from 'vitest'
import { deliveryStates } from './delivery-state.ts'
import { mayRelease } from './release-delivery.ts'

describe('mayRelease', () => {
  it('lets a held delivery go whose result is released, and which can be sent', () => {
    const may = (isReleased: boolean, isDeliverable: boolean) =>
      mayRelease({ state: 'held', isReleased, isDeliverable })
    expect([may(true, true), may(true, false), may(false, true), may(false, false)]).toEqual([
      'now',
      'undeliverable',
      'not_released',
      'not_released',
    ])
  })

  it('names the state first', () => {
    const others = deliveryStates.filter((state) => state !== 'held')
    expect(others.map((state) => mayRelease({ state, isReleased: false, isDeliverable: false }))).toEqual(
      others.map(() => 'not_in_state'),
    )
  })
})
