import type { upstream as english } from './upstream-en.ts'

export const upstream: typeof english = {
  late: (given, counts, percent) =>
    `täällä annettu ${given}; A+:ssa lasketaan ${counts}: myöhästyminen vähentää ${percent}`,
  scaled: (given, counts) => `täällä annettu ${given}; A+:ssa lasketaan ${counts}`,
  gradedThere: (counts) => `A+ näyttää ${counts}, opettajan siellä antamana`,
  otherGrade: 'A+:ssa on toinen arvosana, opettajan siellä antama',
  notCounted: 'A+ ei laske tätä yritystä',
  onItsWay: 'ei vielä A+:ssa',
  notArrived: 'ei A+:ssa',
  willCount: (counts, percent) => `A+:ssa lasketaan ${counts}: myöhästyminen vähentää ${percent}`,
}
