import { setTimeout as sleep } from 'node:timers/promises'
import { queriesOf } from '@course-grading/test-service/queries-of'
import type { Client } from 'pg'
import type { MeasuredProcess } from '../measured-process.ts'
import type { Batch } from './run-delivery-contests.ts'

/** Resolves when the loop has nothing in flight. */
export async function callHttpLoop({ url }: MeasuredProcess, { first, count, work }: Batch): Promise<void> {
  const query = new URLSearchParams({ first: `${first}`, deliveries: `${count}`, atOnce: `${work.inFlight}` })
  for (const origin of work.origins) query.append('origin', origin)
  const reply = await fetch(`${url}/run?${query.toString()}`, { method: 'POST' })
  if (!reply.ok) throw new Error('the loop failed')
}

/**
 * Resolves when every delivery of the batch has arrived and its verification afterwards is recorded.
 * @throws Error after half a minute, with the states of the others
 */
export async function untilWorkerIsDone(owner: Client, { first, count }: Batch): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { rows } = await owner.query<{ state: string; deliveries: string }>(
      `
      SELECT concat_ws(' ', state, kind, CASE WHEN verified_after_at IS NOT NULL THEN 'verified' END) AS state, count(*) AS deliveries
      FROM delivery WHERE submission_id BETWEEN $1 AND $2 GROUP BY 1`,
      [first, first + count - 1],
    )
    if (rows.every(({ state }) => state === 'delivered verified')) return
    if (tries === 299)
      throw new Error(
        `not every delivery arrived: ${rows.map(({ state, deliveries }) => `${deliveries} ${state}`).join(', ')}`,
      )
    await sleep(100)
  }
}

/** Counts every statement of the worker during the round, those included that find nothing to do, and its upkeep. */
export async function workerRoundTrips(url: string, round: () => Promise<unknown>): Promise<number> {
  return Object.values(await queriesOf({ url }, round)).reduce((sum, count) => sum + count, 0)
}
