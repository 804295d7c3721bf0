import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { openObserved } from './open-settings.ts'
import { testIn } from './test-in.ts'

/** A database of its own, with pools of the services' roles, and connections of its owner and of `frontend-internal`. */
export async function openData() {
  const testDatabase = await createTestDatabase()
  const { ownerUrl, urls } = testDatabase
  const { database, statements } = await openObserved(urls.frontendInternal)
  const { database: elsewhere } = await openObserved(urls.frontendInternal)
  const { database: publicApi, statements: publicStatements } = await openObserved(urls.publicApi)
  const { database: manualGrading } = await openObserved(urls.manualGrading)
  const owner = new pg.Client({ connectionString: ownerUrl })
  const client = new pg.Client({ connectionString: urls.frontendInternal })
  await Promise.all([owner.connect(), client.connect()])
  /** How many statements wait for a lock. */
  const waiting = async () =>
    (await owner.query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"))
      .rowCount
  const close = async () => {
    await Promise.all([database, elsewhere, publicApi, manualGrading, owner, client].map((each) => each.end()))
    await testDatabase.drop()
  }
  return {
    testDatabase,
    database,
    statements,
    elsewhere,
    publicApi,
    publicStatements,
    manualGrading,
    owner,
    client,
    waiting,
    close,
  }
}

export const it = testIn(openData)
export { testIn }
