type MigrationProblem = 'connect' | 'locked' | 'roles' | 'too_old' | 'checksum' | 'failed'

/** Why the database could not be migrated, in words for the operator. */
export class MigrationError extends Error {
  readonly problem: MigrationProblem

  constructor(problem: MigrationProblem, message: string) {
    super(message)
    this.name = 'MigrationError'
    this.problem = problem
  }
}
