/** A place of the tree as it is, and as a defect has it. The old text stands there exactly once. */
export interface Edit {
  /** From the root. */
  readonly file: string
  readonly old: string
  readonly new: string
}

/** A test that must fail while a defect is there. */
export interface Catcher {
  /** Without the scope. */
  readonly project: string
  /** From the root. */
  readonly file: string
  /** Beginning of the test's full name: its describes and its own, with ` > ` between. */
  readonly test: string
  /** The tests of its file must all run, because this one looks at what the others left. */
  readonly withItsFile?: true
  /** For the run of the test, such as a seed that it draws by, or FULL for one that is in the full run alone. */
  readonly env?: Readonly<Record<string, string>>
}

/** A mistake that somebody may make one day. */
export interface Defect {
  /** What is then wrong, as a sentence about the product. */
  readonly title: string
  readonly edits: readonly Edit[]
  readonly caughtBy: readonly Catcher[]
  /** Tried in every run, as one for its area; all others in the full run alone. */
  readonly always?: true
  /** Why its tests cannot run here; undefined where they can. */
  readonly leftOut?: string | undefined
}
