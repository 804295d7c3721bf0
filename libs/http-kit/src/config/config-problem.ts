/** `problem` ends a sentence that begins with the variable's name; it never contains a value. */
export interface ConfigProblem {
  readonly variable: string
  readonly problem: string
}
