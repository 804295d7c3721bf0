import { describe, expect, it } from 'vitest'
import { planRelease, type ReleasableAssessment } from './plan-release.ts'

describe('planRelease', () => {
  it('shows a result, and sends its held grade', () => {
    expect(plan({})).toEqual({ ...nothing, shown: 1, sent: 1, changed: 1 })
  })

  it('shows a result whose grade is not held', () => {
    expect(plan({ heldDeliveryId: null })).toEqual({ ...nothing, shown: 1, changed: 1 })
  })

  it('shows a result whose grade cannot be sent, and says so', () => {
    expect(plan({ isDeliverable: false })).toEqual({ ...nothing, shown: 1, changed: 1, blocked: ['undeliverable'] })
  })

  it('sends the held grade of a result that was shown before', () => {
    const shown = { isReleased: true, wasReleased: true }
    expect(plan(shown)).toEqual({ ...nothing, sent: 1, changed: 1 })
    expect(plan({ ...shown, isDeliverable: false })).toEqual({ ...nothing, blocked: ['undeliverable'] })
    expect(plan({ ...shown, heldDeliveryId: null, isLocked: false })).toEqual(nothing)
  })

  it('leaves alone what was released before, when the time in the settings comes', () => {
    expect(plan({ wasReleased: true })).toEqual({ ...nothing, shown: 1, sent: 1, changed: 1 })
    expect(plan({ wasReleased: true }, { isDue: true })).toEqual(nothing)
    expect(plan({}, { isDue: true })).toMatchObject({ changed: 1 })
  })

  it('leaves alone what is not locked', () => {
    expect(plan({ isLocked: false })).toEqual(nothing)
  })

  it.each([
    ['in progress', { isCompleted: false }],
    ['completed since the release began', { isHeldSince: true }],
  ])('reports what is %s only if it was named', (_what, change) => {
    expect(plan(change)).toEqual({ ...nothing, settledCount: 0 })
    expect(plan(change, { isNamed: true })).toEqual({ ...nothing, settledCount: 0, blocked: ['not_completed'] })
  })

  it('orders what is blocked by the id of the assessment', () => {
    const rows = ['c', 'a', 'b'].map((id) => ({ ...held, id, isDeliverable: false, isCompleted: id !== 'c' }))
    expect(planRelease(rows, { isNamed: true, isDue: false }).blocked).toEqual([
      { assessmentId: 'a', reason: 'undeliverable' },
      { assessmentId: 'b', reason: 'undeliverable' },
      { assessmentId: 'c', reason: 'not_completed' },
    ])
  })
})

const held: ReleasableAssessment = {
  id: 'b',
  isCompleted: true,
  isLocked: true,
  isHeldSince: false,
  isReleased: false,
  wasReleased: false,
  heldDeliveryId: 'd',
  isDeliverable: true,
}
const plan = (change: Partial<ReleasableAssessment>, release: Partial<Parameters<typeof planRelease>[1]> = {}) => {
  const { shown, sent, changed, settledCount, blocked } = planRelease([{ ...held, ...change }], {
    isNamed: false,
    isDue: false,
    ...release,
  })
  const counts = { shown: shown.length, sent: sent.length, changed: changed.length, settledCount }
  return { ...counts, blocked: blocked.map(({ reason }) => reason) }
}
const nothing = { shown: 0, sent: 0, changed: 0, settledCount: 1, blocked: [] }
