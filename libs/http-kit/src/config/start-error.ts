/** Thrown by a service that must not run with its configuration: the process exits with 78, as after invalid variables. */
export class StartError extends Error {
  readonly problem: string

  constructor(problem: string) {
    super(problem)
    this.name = 'StartError'
    this.problem = problem
  }
}

/** For a database whose sessions have the role of another service, which may do less than this one needs, and more than it should. */
export const foreignRoleError = (role: string): StartError =>
  new StartError(`DATABASE_URL has the database role of ${role.replaceAll('_', '-')}; give this service its own`)
