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

export function noteCommit(): void {
  const record = records.getStore()
  if (record) record.isCommitted = true
}
