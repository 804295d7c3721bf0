/** The end of a sentence that begins with the variable's name; never a value. */
export interface ConfigProblem {
  readonly variable: string
  readonly problem: string
}
