import { startFakeUpstream } from '@course-grading/test-fake-upstream'
import { expect, test } from 'vitest'
import { startPrivateDatabase } from '../private-database.ts'
import { type ServiceName, type ServiceProcess, startServiceProcess } from '../service-process.ts'

/**
 * Without a limit, a call would last until the database is back. The limits are 2 s for checks and 5 s for replies: those of two statements
 * of 1 s, one more second of the client, and the connection. The rest is for a busy machine.
 */
export const inTimeMs = 20_000

/** Tests of a service that loses its database: each has a database of its own, and a service that survives. */
export const lossTest = (name: ServiceName, ofService: Record<string, string> = {}) =>
  test
    .extend('database', async ({}, { onCleanup }) => {
      const database = await startPrivateDatabase()
      onCleanup(database.remove)
      return database
    })
    .extend('start', async ({ database }, { onCleanup }) => {
      const upstream = await startFakeUpstream()
      let service: ServiceProcess | undefined
      onCleanup(async () => {
        await service?.stop()
        await upstream.close()
        expect(service?.logLines().filter(({ message }) => message === 'uncaught')).toEqual([])
      })
      const { publicApi, frontendInternal } = database.urls
      return async (until: 'ready' | 'listening', env: Record<string, string> = {}) => {
        service = await startServiceProcess(
          name,
          {
            DATABASE_URL: name === 'public-api' ? publicApi : frontendInternal,
            UPSTREAM_BASE_URL: upstream.url,
            DATABASE_TIMEOUT_MS: '1000',
            ...ofService,
            ...env,
          },
          { until },
        )
        return service
      }
    })
