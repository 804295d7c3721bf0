/** The database cannot be reached, went away in mid-query, is starting or stopping, or no longer takes writes. */
export class DatabaseUnavailable extends Error {
  /** Five characters of PostgreSQL's appendix A, or null if the server said nothing. */
  readonly sqlState: string | null
  /** Surely nothing was committed. If false, the answer to a commit is missing, or an earlier step was committed. */
  readonly nothingCommitted: boolean

  constructor(sqlState: string | null = null, nothingCommitted = false) {
    super('database unavailable')
    this.name = 'DatabaseUnavailable'
    this.sqlState = sqlState
    this.nothingCommitted = nothingCommitted
  }
}
