import { DatabaseUnavailable } from '@course-grading/domain/errors/database-unavailable'
import { describe, expect } from 'vitest'
import { createDatabase } from '../db/database.ts'
import { startTcpProxy } from '../db/tcp-proxy.fixture.ts'
import { it } from '../testing/a-delivery.ts'
import { patient } from '../testing/open-settings.ts'
import { startSend } from './start-send.ts'
import { recordUnsent } from './record-outcome.ts'

describe('startSend, if the connection breaks before the reply', () => {
  it.for(['passed_on', 'lost'] as const)(
    'rejects, and does not run the statement again (the statement was %s)',
    async (bytes, { world }) => {
      const proxy = await startTcpProxy(world.testDatabase.urls.manualGrading)
      const database = await createDatabase({
        url: proxy.url,
        applicationName: 'start of a send',
        poolMax: 3,
        ...patient,
      })
      const lease = await world.leased()
      const start = (): Promise<boolean> => startSend(database, { ...lease, openLeaseS: 65 })
      proxy.cutOnceAt('startSend', bytes)
      // A second attempt over a new connection would return false for its own committed start, or true for a start that was given up.
      await expect(start()).rejects.toBeInstanceOf(DatabaseUnavailable)
      const steps = async (): Promise<number> =>
        (await world.stepsOf(lease.deliveryId)).filter((step) => step.startsWith('send_started ')).length
      await expect.poll(steps).toBe(bytes === 'lost' ? 0 : 1)
      // In both cases the worker records that it sent nothing.
      expect(
        await recordUnsent(database, {
          ...lease,
          kind: 'start_unknown',
          phase: 'send_started',
          status: null,
          diagnostics: '{}',
          delayMs: 60_000,
        }),
      ).toBe(true)
      expect(await world.stateOf(lease.deliveryId)).toBe('pending')
      await database.end()
      await proxy.close()
    },
  )
})
