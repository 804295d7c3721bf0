/** What is wrong with one variable: completes a sentence that begins with its name. Never holds a value. */
export interface ConfigProblem {
  readonly variable: string
  readonly problem: string
}
