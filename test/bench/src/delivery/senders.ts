import { setTimeout as sleep } from 'node:timers/promises'
import { queriesOf } from '@course-grading/test-service'
import type { Client } from 'pg'
import type { MeasuredProcess } from '../measured-process.ts'
import type { Batch } from './run-delivery-contests.ts'

/** Resolves when the loop has nothing under way any more. */
export async function callHttpLoop({ url }: MeasuredProcess, { first, count, work }: Batch): Promise<void> {
  const asked = new URLSearchParams({ first: `${first}`, deliveries: `${count}`, atOnce: `${work.inFlight}` })
  for (const origin of work.origins) asked.append('origin', origin)
  const answer = await fetch(`${url}/run?${asked.toString()}`, { method: 'POST' })
  if (!answer.ok) throw new Error('the loop failed')
}

/** Every one of them is delivered, and its last look recorded. @throws Error after half a minute, with the states of the others */
export async function untilWorkerRests(owner: Client, { first, count }: Batch): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { rows } = await owner.query<{ state: string; deliveries: string }>(
      `
      SELECT concat_ws(' ', state, kind, CASE WHEN verified_after_at IS NOT NULL THEN 'looked at' END) AS state, count(*) AS deliveries
      FROM delivery WHERE submission_id BETWEEN $1 AND $2 GROUP BY 1`,
      [first, first + count - 1],
    )
    if (rows.every(({ state }) => state === 'delivered looked at')) return
    if (tries === 299)
      throw new Error(
        `not every delivery arrived: ${rows.map(({ state, deliveries }) => `${deliveries} ${state}`).join(', ')}`,
      )
    await sleep(100)
  }
}

/** Every statement of the worker meanwhile, those that found nothing to do and its upkeep among them. */
export async function workerRoundTrips(url: string, round: () => Promise<unknown>): Promise<number> {
  return Object.values(await queriesOf({ url }, round)).reduce((sum, count) => sum + count, 0)
}
