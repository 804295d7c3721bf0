/** A change of one file. The old text occurs there exactly once. */
export interface Edit {
  /** From the root. */
  readonly file: string
  readonly old: string
  readonly new: string
}

/** A test that must fail while a defect is there. */
export interface Catcher {
  /** The package name without its scope. */
  readonly project: string
  /** From the root. */
  readonly file: string
  /** Beginning of the test's full name: its describes and its own, with ` > ` between. */
  readonly test: string
  /** All tests of the file must run, because this one checks what the others left. */
  readonly withItsFile?: true
  /** Environment variables of the test, such as the seed of a random test, or FULL for a test of the full run only. */
  readonly env?: Readonly<Record<string, string>>
}

/** A mistake that somebody may make one day. */
export interface Defect {
  /** What is wrong with the defect, as a sentence about the product. */
  readonly title: string
  readonly edits: readonly Edit[]
  readonly caughtBy: readonly Catcher[]
  /** Tried in every run, as one example of its area. All others are tried in the full run only. */
  readonly always?: true
  /** Why its tests cannot run here. Undefined if they can. */
  readonly leftOut?: string | undefined
}
