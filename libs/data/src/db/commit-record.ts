import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseUnavailable } from '@course-grading/domain/errors/database-unavailable'

const records = new AsyncLocalStorage<{ isCommitted: boolean }>()

/** Remembers whether a step was committed: if the database is lost at a later step, the rejection does not say that nothing was. */
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

/** A transaction, or a statement by itself that may have written. */
export function noteCommit(statement?: { readonly sql: string }): void {
  const record = records.getStore()
  if (record && (statement === undefined || mayWrite(statement))) record.isCommitted = true
}

const writing = /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO)\b/i

/** Whether a statement may change something when it runs by itself. Locking reads count too; they only run in transactions. */
export function mayWrite({ sql }: { readonly sql: string }): boolean {
  return writing.test(sql)
}
