import { describe, expect, it } from 'vitest'
import { deliveryStates } from './delivery-state.ts'
import { mayResolve, resolutionRules, settleLeftS, type Resolution } from './resolve-delivery.ts'

const resolutions = Object.keys(resolutionRules) as Resolution[]
const said = (when: 'now' | 'not_yet' | 'not', sinceStartS: number | null) =>
  deliveryStates.flatMap((state) =>
    resolutions.filter((as) => mayResolve({ state, sinceStartS }, as, 180) === when).map((as) => `${state} as ${as}`),
  )

describe('mayResolve', () => {
  it('allows decisions only on ambiguous deliveries that have settled and on refused ones', () => {
    expect(said('now', 180)).toEqual([
      'refused as send_again',
      'refused as cancelled',
      'ambiguous as delivered',
      'ambiguous as send_again',
      'ambiguous as cancelled',
    ])
    expect([said('not_yet', 180), said('not', 180).length]).toEqual([
      [],
      deliveryStates.length * resolutions.length - 5,
    ])
  })

  it('returns not_yet for send_again and cancelled while the send may be in flight, and now for delivered', () => {
    const soon = ['refused as send_again', 'refused as cancelled', 'ambiguous as delivered']
    const later = ['ambiguous as send_again', 'ambiguous as cancelled']
    for (const sinceStartS of [179.9, 0, null])
      expect([said('now', sinceStartS), said('not_yet', sinceStartS)]).toEqual([soon, later])
  })

  it.each([
    [0, 180],
    [null, 180],
    [0.1, 180],
    [1, 179],
    [120.5, 60],
    [179, 1],
    [179.999, 1],
    [180, 1],
  ])('returns enough whole seconds: %j s after the send start, %i more', (sinceStartS, waitS) => {
    expect(settleLeftS(sinceStartS, 180)).toBe(waitS)
    const later = { state: 'ambiguous', sinceStartS: (sinceStartS ?? 0) + waitS } as const
    expect(mayResolve(later, 'send_again', 180)).toBe('now')
  })

  it('sends only after the decision send_again', () => {
    expect(resolutions.filter((as) => resolutionRules[as].to === 'pending')).toEqual(['send_again'])
  })
})
