import { toHundredths } from './hundredths.ts'

/** Scaled to the exercise's maximum and rounded half to even, before any penalty for lateness. */
export function upstreamPoints(points: number, maxPoints: number, upstreamMaxPoints: number): number {
  const given = toHundredths(points)
  const max = toHundredths(maxPoints)
  if (given === null || max === null) throw new Error('points have at most two decimal places')
  if (max === 0n) return 0
  const scaled = given * BigInt(upstreamMaxPoints)
  const whole = scaled / max
  const twiceRest = 2n * (scaled % max)
  const isUp = twiceRest > max || (twiceRest === max && whole % 2n === 1n)
  return Number(isUp ? whole + 1n : whole)
}
