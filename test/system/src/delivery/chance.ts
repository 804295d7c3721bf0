/** A seeded random generator: the same seed gives the same sequence. */
export interface Chance {
  /** An integer from 0 up to, but not including, `below`. */
  readonly whole: (below: number) => number
  readonly happens: (probability: number) => boolean
  readonly pick: <Each>(from: readonly Each[]) => Each
}

/** Numerical Recipes' linear congruential generator, of which only the upper bits are used. */
export function chanceFrom(seed: number): Chance {
  let state = (Math.imul(seed, 2_654_435_761) ^ 0x5bd1_e995) >>> 0
  const draw = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) / 2 ** 24
  }
  // The first draws of neighbouring seeds are similar, so they are thrown away.
  for (let turn = 0; turn < 4; turn += 1) draw()
  const whole = (below: number): number => Math.floor(draw() * below)
  return { whole, happens: (probability) => draw() < probability, pick: (from) => from[whole(from.length)]! }
}
