import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { queriesOf } from '@course-grading/test-service/queries-of'
import type { MeasuredProcess } from '../measured-process.ts'
import type { StartServer } from '../with-servers.ts'
import { secret } from './frontend-client.ts'

interface Given {
  readonly name: string
  readonly port: number
  readonly databaseUrl: string
  readonly upstreamUrl: string
}

/** The port of its metrics. */
const operationsPort = (port: number): number => port + 9

/** Counts all statements of the service during a measurement. */
export const countQueriesOf =
  ({ url }: MeasuredProcess) =>
  async (measurement: () => Promise<unknown>): Promise<number> => {
    const operations = { url: `http://127.0.0.1:${operationsPort(Number(new URL(url).port))}` }
    return Object.values(await queriesOf(operations, measurement)).reduce((sum, count) => sum + count, 0)
  }

/** Starts frontend-internal as it is measured. */
export async function startFrontend(
  start: StartServer,
  { name, port, databaseUrl, upstreamUrl }: Given,
): Promise<MeasuredProcess> {
  return await start(name, join(import.meta.dirname, '../../../../services/frontend-internal/src/main.ts'), port, {
    OPS_PORT: String(operationsPort(port)),
    DATABASE_URL: databaseUrl,
    UPSTREAM_BASE_URL: upstreamUrl,
    UPSTREAM_ALLOW_HTTP: '1',
    FRONTEND_SECRET: secret,
    SESSION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
  })
}
