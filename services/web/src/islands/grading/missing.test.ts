import { describe, expect, it } from 'vitest'
import { missingPlaces, nextMissing } from './missing.ts'

const criteria = ['k1', 'k2', 'k3', 'k4'].map((id) => ({ id }))
const all = criteria.map(({ id }) => `scores/${id}`)

describe('what is missing', () => {
  it('is in the order of the form, each place once', () => {
    const paths = ['$.annotations.a1.body', '$.scores.k3', '$.adjustment.reason', '$.scores.k1.comment', '$.scores.k1']
    const places = missingPlaces(
      paths.map((path) => ({ path })),
      criteria,
    )
    expect(places).toEqual(['scores/k1', 'scores/k3', 'adjustment/reason', 'annotations/a1/body'])
  })

  it('is visited one by one while each is judged', () => {
    const visited: string[] = []
    let [from, left] = ['scores/k1', all]
    while (left.length > 0) {
      from = nextMissing(left, { from, isThere: visited.includes(from), criteria }) ?? ''
      visited.push(from)
      left = left.filter((place) => place !== from)
    }
    expect(visited).toEqual(all)
  })

  it.each([
    ['the criterion where the person is, if nobody led there', all, 'scores/k2', false, 'scores/k2'],
    ['the one after it, if the person was led there', all, 'scores/k2', true, 'scores/k3'],
    ['the first one after the last', all, 'scores/k4', true, 'scores/k1'],
    ['the next one after a criterion that is judged', ['scores/k1', 'scores/k4'], 'scores/k2', true, 'scores/k4'],
    ['what is missing after the criteria', ['scores/k1', 'adjustment/reason'], 'scores/k4', true, 'adjustment/reason'],
    ['nothing where nothing is missing', [], 'scores/k1', false, undefined],
  ])('leads to %s', (_where, places, from, isThere, next) => {
    expect(nextMissing(places, { from, isThere, criteria })).toBe(next)
  })
})
