import { describe, expect, it } from 'vitest'
import { fillUpstreamPoints, pointsHeading, scaledPoints } from './points-heading.ts'

const result = { points: 12.5, maxPoints: 20 }
const filled = (language: string, maxPoints: number, of = result, latePenalty: number | null = null) =>
  fillUpstreamPoints(pointsHeading(of, language), of, { maxPoints, latePenalty })

describe('the heading of the points of a result', () => {
  it.each([
    ['en', '<h3>Points: 12.5 of 20; in A+ 6 of 10</h3>'],
    ['fi', '<h3>Pisteet: 12,5 / 20; A+:ssa 6 / 10</h3>'],
    ['sv', '<h3>Poäng: 12,5 av 20; i A+ 6 av 10</h3>'],
    ['de', '<h3>Points: 12,5 of 20; in A+ 6 of 10</h3>'],
  ])('says both numbers in %s where the platform scales', (language, heading) => {
    expect(filled(language, 10)).toBe(heading)
  })

  it('says both numbers where the platform only rounds, or where only the maximum differs', () => {
    expect(filled('en', 20)).toBe('<h3>Points: 12.5 of 20; in A+ 12 of 20</h3>')
    expect(filled('en', 10, { points: 0, maxPoints: 20 })).toBe('<h3>Points: 0 of 20; in A+ 0 of 10</h3>')
  })

  it('says one number where the platform shows the same', () => {
    expect(filled('en', 20, { points: 12, maxPoints: 20 })).toBe('<h3>Points: 12 of 20</h3>')
  })

  it.each([
    ['en', 0.5, '<h3>Points: 81 of 100 given; in A+ 50 % off for lateness</h3>'],
    ['fi', 0.125, '<h3>Pisteet: 81 / 100 annettu; A+:ssa 12,5 % vähemmän myöhästymisen vuoksi</h3>'],
    ['sv', 1, '<h3>Poäng: 81 av 100 givna; i A+ 100 % mindre för försening</h3>'],
    ['en', 0, '<h3>Points: 81 of 100</h3>'],
  ])('names the points as given in %s where the platform takes off a part: %s', (language, penalty, heading) => {
    expect(filled(language, 100, { points: 81, maxPoints: 100 }, penalty)).toBe(heading)
  })

  it('says both numbers before what is taken off', () => {
    expect(filled('en', 10, result, 0.3)).toBe(
      '<h3>Points: 12.5 of 20 given; in A+ 6 of 10, 30 % off for lateness</h3>',
    )
  })

  it.each([
    '<p>{{upstreamPoints en}}</p>',
    '<h3>Points: 12.5 / 20</h3><h5>{{upstreamPoints en}}</h5>',
    '<h3>{{upstreamPoints de}}</h3>',
    '<h3>a</h3><h3>{{upstreamPoints en}}</h3>',
  ])('leaves %j, which a person wrote', (html) => {
    expect(fillUpstreamPoints(html, result, { maxPoints: 10, latePenalty: 0.5 })).toBe(html)
  })
})

describe('scaledPoints', () => {
  it('are what the platform shows', () => {
    expect(scaledPoints(result, 10)).toEqual({ upstreamPoints: 6, upstreamMaxPoints: 10 })
  })
})
