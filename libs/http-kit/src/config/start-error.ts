/** Thrown by a service that must not run with its configuration: the process exits with 78, as after invalid variables. */
export class StartError extends Error {
  /** What must change, without any value. */
  readonly problem: string

  constructor(problem: string) {
    super(problem)
    this.name = 'StartError'
    this.problem = problem
  }
}
