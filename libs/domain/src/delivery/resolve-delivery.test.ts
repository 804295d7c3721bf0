import { describe, expect, it } from 'vitest'
import type { DeliveryState } from './delivery-state.ts'
import { mayResolve, resolutionRules, type Resolution } from './resolve-delivery.ts'

const states: readonly DeliveryState[] = ['held', 'pending', 'sending', 'delivered', 'refused', 'ambiguous', 'cancelled']
const resolutions = Object.keys(resolutionRules) as Resolution[]
const allowed = (sinceDoorS: number | null) => states.flatMap((state) =>
  resolutions.filter((as) => mayResolve({ state, sinceDoorS }, as, 180) === 'now').map((as) => `${state} as ${as}`))

describe('mayResolve', () => {
  it('lets a person decide what is ambiguous and has rested, and what was refused, and nothing else', () => {
    expect(allowed(180)).toEqual([
      'refused as send_again', 'refused as cancelled', 'ambiguous as delivered', 'ambiguous as send_again', 'ambiguous as cancelled',
    ])
  })

  it('lets nobody send again or give up what may still be on its way; that it arrived may be said at once', () => {
    const soon = ['refused as send_again', 'refused as cancelled', 'ambiguous as delivered']
    expect([allowed(179.9), allowed(0), allowed(null)]).toEqual([soon, soon, soon])
  })

  it('sends by one word alone', () => {
    expect(resolutions.filter((as) => resolutionRules[as].to === 'pending')).toEqual(['send_again'])
  })
})
