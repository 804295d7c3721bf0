import { describe, expect, it } from 'vitest'
import { openService } from '../service.fixture.ts'
import { startHourlyPurge } from './hourly-purge.ts'
import { purge, type Purged } from './purge.ts'

const service = await openService()

describe('purge', () => {
  it('erases URLs that expired unused or were used long ago, and old diagnostics, and keeps URLs that are still needed', async () => {
    for (const submissionId of [3001, 3002, 3003, 3004, 3005, 3006]) await service.register(submissionId)
    for (const [submissionId, days] of [
      [3005, 31],
      [3006, 29],
    ] as const) {
      const deliveryId = await service.complete(submissionId)
      await service.putAmbiguous(deliveryId)
      await service.database.query(
        'UPDATE delivery_send SET recorded_at = now() - make_interval(days => $2) WHERE delivery_id = $1',
        [deliveryId, days],
      )
    }
    await service.complete(3004)
    await service.database.query(
      "UPDATE capability SET expires_at = registered_at + interval '1 microsecond' WHERE submission_id IN (3001, 3004)",
    )
    await service.database.query(
      "UPDATE capability SET used_at = now() - interval '31 days' WHERE submission_id = 3002",
    )
    await service.database.query(
      "UPDATE capability SET used_at = now() - interval '29 days' WHERE submission_id = 3003",
    )
    expect(await purge(service.deps.database, never)).toEqual({ capabilities: 2, diagnostics: 1 })
    expect(await storedUrls()).toEqual([3003, 3004, 3005, 3006])
    expect(
      await service.database.query(`
      SELECT submission_id::int AS id, diagnostics::text, delivery_send.outcome FROM delivery_send JOIN delivery ON delivery.id = delivery_id ORDER BY 1`),
    ).toEqual([
      { id: 3005, diagnostics: null, outcome: 'ambiguous' },
      { id: 3006, diagnostics: '{}', outcome: 'ambiguous' },
    ])
  })
})

describe('startHourlyPurge', () => {
  it('runs in one of several processes, once an hour', async () => {
    const registerEnded = async (submissionId: number): Promise<void> => {
      await service.register(submissionId)
      await service.database.query(
        "UPDATE capability SET expires_at = registered_at + interval '1 microsecond' WHERE submission_id = $1",
        [submissionId],
      )
    }
    /** Changes the lease as if the last run had ended this many minutes ago. */
    const lastRun = (minutesAgo: number) =>
      service.database.query(
        `
      UPDATE timer_lease SET last_run_at = now() - make_interval(mins => $1), leased_until = now() - interval '1 minute' WHERE name = 'purge_deliveries'`,
        [minutesAgo],
      )
    await registerEnded(3011)
    const stopping = new AbortController()
    const { database, logger } = service.deps
    let asked = 0
    const counted: typeof database = {
      ...database,
      maybeOne: async (statement) => {
        asked += 1
        return await database.maybeOne(statement)
      },
    }
    let erased = 0
    const onErased = ({ capabilities }: Purged): void => void (erased += capabilities)
    const purges = [1, 2, 3].map(() =>
      startHourlyPurge({ database: counted, logger, stopping: stopping.signal, everyMs: 10, onErased }),
    )
    await expect.poll(() => erased).toBe(1)

    await lastRun(59)
    await registerEnded(3012)
    // After this many look-ups each process has tried at least once more, even if it had erased something each time.
    const enough = asked + 30
    await expect.poll(() => asked).toBeGreaterThan(enough)
    expect([erased, await storedUrls()]).toEqual([1, expect.arrayContaining([3012])])
    await lastRun(61)
    await expect.poll(() => erased).toBe(2)

    stopping.abort()
    await Promise.all(purges.map(({ ended }) => ended))
    expect(
      await service.database.query("SELECT count(*)::int AS runs FROM timer_lease WHERE name = 'purge_deliveries'"),
    ).toEqual([{ runs: 1 }])
  })
})

const never = new AbortController().signal
const storedUrls = async (): Promise<unknown[]> =>
  (
    await service.database.query(
      'SELECT submission_id::int AS id FROM capability WHERE sealed_url IS NOT NULL ORDER BY 1',
    )
  ).map(({ id }) => id)
