import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseUnavailable } from '@course-grading/domain/errors/database-unavailable'

const records = new AsyncLocalStorage<{ isCommitted: boolean }>()

/** If the database is lost after a step of `work` was committed, the rejection does not say that nothing was committed. */
export async function recordCommits<T>(work: () => Promise<T>): Promise<T> {
  const record = { isCommitted: false }
  try {
    return await records.run(record, work)
  } catch (error) {
    // Concurrent reads of several requests share a query and its error, so each request decides for itself.
    if (error instanceof DatabaseUnavailable && record.isCommitted)
      throw new DatabaseUnavailable(error.sqlState, false, error.systemCode)
    throw error
  }
}

/** Call it when a transaction, or `statement` by itself, has been committed. */
export function noteCommit(statement?: { readonly sql: string }): void {
  const record = records.getStore()
  if (record && (statement === undefined || mayWrite(statement))) record.isCommitted = true
}

const writing = /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO)\b/i

/** Whether a statement may change something when it runs by itself. Locking reads count, too; they run only in transactions. */
export function mayWrite({ sql }: { readonly sql: string }): boolean {
  return writing.test(sql)
}
