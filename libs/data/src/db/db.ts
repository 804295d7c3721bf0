import type { CommonQueryMethods, DatabaseTransactionConnection } from 'slonik'

/** Where a single statement can run: the pool or a transaction. `one` is for rows whose absence would be a defect. */
export type Db = Pick<CommonQueryMethods, 'any' | 'maybeOne' | 'one' | 'query'>

/** An open transaction: a function that takes one cannot be called with the pool. */
export type Tx = DatabaseTransactionConnection
