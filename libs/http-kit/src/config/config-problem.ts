/** What is wrong with a variable, as the end of a sentence that begins with its name; never a value. */
export interface ConfigProblem {
  readonly variable: string
  readonly problem: string
}
