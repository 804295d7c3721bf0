import type { CommonQueryMethods, DatabaseTransactionConnection } from 'slonik'

/** Where a single statement can run: the pool or a transaction. `one` is for rows whose absence would be a defect. */
export type Db = Pick<CommonQueryMethods, 'any' | 'maybeOne' | 'one' | 'query'>

export type Tx = DatabaseTransactionConnection
