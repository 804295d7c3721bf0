/** The database is unreachable, gone in mid-query, starting, stopping, or read-only. */
export class DatabaseUnavailable extends Error {
  /** A SQLSTATE of PostgreSQL's appendix A; null if the server sent none. */
  readonly sqlState: string | null
  /** False if the answer to a commit is missing, or an earlier step was committed. */
  readonly nothingCommitted: boolean
  /** The code of the system's or of TLS's error, such as ECONNREFUSED; null if there was none. */
  readonly systemCode: string | null

  constructor(sqlState: string | null = null, nothingCommitted = false, systemCode: string | null = null) {
    super('database unavailable')
    this.name = 'DatabaseUnavailable'
    this.sqlState = sqlState
    this.nothingCommitted = nothingCommitted
    this.systemCode = systemCode
  }
}
