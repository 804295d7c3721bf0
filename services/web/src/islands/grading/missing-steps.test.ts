import { describe, expect, it } from 'vitest'
import { MissingSteps } from './missing-steps.ts'

const criteria = ['k1', 'k2', 'k3'].map((id) => ({ id }))
const all = criteria.map(({ id }) => `scores/${id}`)

describe('steps to what is missing', () => {
  const next = (steps: MissingSteps, hasFocus = false) => steps.next(all, { criteria, hasFocus })

  it('lead to the criterion where a person came, and from one that a step led to, or that has the focus, to the next', () => {
    const steps = new MissingSteps()
    steps.cameTo('scores/k2')
    expect([next(steps), next(steps, true)]).toEqual(['scores/k2', 'scores/k3'])
    steps.ledTo('scores/k2')
    expect(next(steps)).toBe('scores/k3')
  })

  it('go on where the focus comes to the criterion that a step led to', () => {
    const steps = new MissingSteps()
    steps.ledTo('scores/k2')
    steps.cameTo('scores/k2')
    expect(next(steps)).toBe('scores/k3')
  })

  it.each([
    ['where a person goes to another criterion', (steps: MissingSteps) => steps.cameTo('scores/k1'), 'scores/k1'],
    ['with another work', (steps: MissingSteps) => steps.restart(), 'scores/k1'],
  ])('begin again %s', (_where, happen, place) => {
    const steps = new MissingSteps()
    steps.ledTo('scores/k3')
    happen(steps)
    expect(next(steps)).toBe(place)
  })
})
