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

/** What the platform counts after its penalty for lateness, a part of one, in binary fractions and rounded half to even as it does. */
export function afterPenalty(of: {
  readonly points: number
  readonly maxPoints: number
  readonly upstreamMaxPoints: number
  readonly latePenalty: number
}): number {
  if (of.maxPoints === 0) return 0
  const scaled = (of.upstreamMaxPoints * of.points) / of.maxPoints
  const left = scaled - scaled * of.latePenalty
  const whole = Math.floor(left)
  return left - whole === 0.5 ? whole + (whole % 2) : Math.round(left)
}
