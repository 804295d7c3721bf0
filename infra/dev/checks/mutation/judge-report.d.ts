interface Judgement {
  readonly lines: readonly string[]
  readonly isGood: boolean
}
/**
 * Says the score of each module, that is the share of mutants that a test noticed, of all that could run. Each must reach the
 * score by itself, so that a good one cannot hide a bad one. What was not measured is not good: no report, a module none of whose
 * mutants ran, or no mutant at all. A module of types alone has none.
 */
export declare function judgeReport(path: string): Judgement
export {}
