/** What is wrong with one variable, as the end of a sentence that begins with the variable's name. It never holds a value. */
export interface ConfigProblem {
  readonly variable: string
  readonly problem: string
}
