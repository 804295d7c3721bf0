/** A change of one file. The old text occurs there exactly once. */
export interface Edit {
  /** From the root. */
  readonly file: string
  readonly old: string
  readonly new: string
}

/** A mistake that somebody may make one day. */
export interface Defect {
  /** What is wrong with the defect, as a sentence about the product. */
  readonly title: string
  readonly edits: readonly Edit[]
  /** A test that must fail while the defect is there. */
  readonly caughtBy: {
    /** From the root. */
    readonly file: string
    /** Beginning of the test's full name: its describes and its own, with ` > ` between. */
    readonly test: string
  }
}
