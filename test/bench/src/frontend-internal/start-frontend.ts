import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { queriesOf } from '@course-grading/test-service'
import { type MeasuredProcess, startMeasured } from '../measured-process.ts'
import { secret } from './frontend-client.ts'

interface Given {
  readonly name: string
  readonly port: number
  readonly databaseUrl: string
  readonly upstreamUrl: string
}

/** The port of its metrics. */
const operationsPort = (port: number): number => port + 9
export const operationsOf = ({ url }: MeasuredProcess) => ({
  url: `http://127.0.0.1:${operationsPort(Number(new URL(url).port))}`,
})

/** Counts all statements of the service during a measurement. */
export const countQueriesOf =
  (service: MeasuredProcess) =>
  async (measurement: () => Promise<unknown>): Promise<number> =>
    Object.values(await queriesOf(operationsOf(service), measurement)).reduce((sum, count) => sum + count, 0)

/** Starts frontend-internal as it is measured. */
export async function startFrontend({ name, port, databaseUrl, upstreamUrl }: Given): Promise<MeasuredProcess> {
  return await startMeasured(
    name,
    join(import.meta.dirname, '../../../../services/frontend-internal/src/main.ts'),
    port,
    {
      OPS_PORT: String(operationsPort(port)),
      DATABASE_URL: databaseUrl,
      UPSTREAM_BASE_URL: upstreamUrl,
      UPSTREAM_ALLOW_HTTP: '1',
      FRONTEND_SECRET: secret,
      SESSION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    },
  )
}
