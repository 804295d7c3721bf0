import pg from 'pg'
import { expect } from 'vitest'
import type { TestService } from './service.fixture.ts'

/** Holds a row, so that writers who have read it wait for each other's write, until `count` of them do. */
export async function holdRow(service: TestService, row: string): Promise<(count: number) => Promise<void>> {
  const holder = new pg.Client({ connectionString: service.database.ownerUrl })
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query(`SELECT FROM ${row} FOR UPDATE`)
  return async (count) => {
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    // Writers give up after a second, so on a slow machine they are let go on before all of them wait.
    await expect
      .poll(async () => (await holder.query(waiting)).rowCount, { timeout: 500 })
      .toBe(count)
      .catch(() => {})
    await holder.end()
  }
}
