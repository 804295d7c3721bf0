type MigrationProblem = 'connect' | 'locked' | 'roles' | 'too_old' | 'checksum' | 'failed'

export class MigrationError extends Error {
  readonly problem: MigrationProblem

  constructor(problem: MigrationProblem, message: string) {
    super(message)
    this.name = 'MigrationError'
    this.problem = problem
  }
}
