import { DatabaseUnavailable } from '@course-grading/domain/errors/database-unavailable'
import pg from 'pg'

/** PostgreSQL's errors may hold values and SQL, so only the SQLSTATE and the constraint's name are kept. */
export class DatabaseFailure extends Error {
  readonly sqlState: string | null
  readonly constraint: string | null

  constructor(sqlState: string | null, constraint: string | null = null) {
    super('database failure')
    this.name = 'DatabaseFailure'
    this.sqlState = sqlState
    this.constraint = constraint
  }
}

/** A defect of this package: a row does not have the shape that its statement promises. */
export class RowMismatch extends Error {
  readonly queryName: string

  constructor(queryName: string) {
    super('row mismatch')
    this.name = 'RowMismatch'
    this.queryName = queryName
  }
}

/** SQLSTATEs with which the server did not run the statement, so that it committed nothing. */
const notRunStates = new Set([
  '25006', // read-only transaction: this server is a standby since a failover
  '53300',
  '57P03',
  '57P05', // the session was idle for too long
  '25P03', // idle in transaction for too long: the session is gone
])

const unavailableStates = new Set([
  ...notRunStates,
  '57P01', // ended by an administrator: the statement may have run
  '57P02', // ended by a crash of another session: the same
])

/** An error without SQLSTATE comes from a lost connection, or else from a defect of this package. */
export function databaseErrorOf(error: unknown, connectionLost: boolean): DatabaseUnavailable | DatabaseFailure {
  if (error instanceof DatabaseUnavailable || error instanceof DatabaseFailure) return error
  if (!(error instanceof pg.DatabaseError) || error.code === undefined)
    return connectionLost ? new DatabaseUnavailable(null, false, systemCodeOf(error)) : new DatabaseFailure(null)
  const { code, constraint } = error
  if (code.startsWith('08') || unavailableStates.has(code)) {
    return new DatabaseUnavailable(code, notRunStates.has(code))
  }
  return new DatabaseFailure(code, constraint ?? null)
}

/** A connection that could not be made committed nothing, whatever the reason: role, database, certificate, or no server. */
export function connectErrorOf(error: unknown): DatabaseUnavailable {
  const { sqlState } = databaseErrorOf(error, true)
  return new DatabaseUnavailable(sqlState, true, systemCodeOf(error))
}

function systemCodeOf(error: unknown): string | null {
  // Where a name has several addresses, Node reports the failure of each.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const code: unknown = first instanceof Error && 'code' in first ? first.code : null
  return typeof code === 'string' ? code : null
}
