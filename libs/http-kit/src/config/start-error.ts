/** Thrown by a service that must not run as it is configured: the process exits 78, as with variables that are wrong. */
export class StartError extends Error {
  /** What to change, without any value. */
  readonly problem: string

  constructor(problem: string) {
    super(problem)
    this.name = 'StartError'
    this.problem = problem
  }
}
