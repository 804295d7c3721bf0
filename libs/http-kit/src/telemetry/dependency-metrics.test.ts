import { DatabaseUnavailable } from '@course-grading/domain/errors/database-unavailable'
import { describe, expect, it } from 'vitest'
import { createDatabaseMetrics, createUpstreamMetrics } from './dependency-metrics.ts'
import { createLogger } from './logger.ts'
import { createMetrics } from './metrics.ts'

describe.each(['connect', 'check'] as const)('the log of a database whose %s fails', (what) => {
  it('has a line for the first failure, for each with another code, and for the end', () => {
    const { database, events } = observed()
    for (const fault of [null, down, down, refused, refused, null, null, down]) database[what](fault)
    const event = what === 'connect' ? 'database_connection' : 'database_check'
    expect(events()).toEqual([
      { event: `${event}_failed`, errorCode: 'ECONNREFUSED' },
      { event: `${event}_failed`, sqlstate: '28P01' },
      { event: `${event}_restored` },
      { event: `${event}_failed`, errorCode: 'ECONNREFUSED' },
    ])
  })
})

describe('a lock_timeout that is too short to find deadlocks', () => {
  it('is warned of', () => {
    const { database, events } = observed()
    database.shortLockTimeout()
    expect(events()).toEqual([{ event: 'lock_timeout_short' }])
  })
})

describe('the metric that DatabaseQueriesFail reads', () => {
  it('counts connects that failed', async () => {
    const { database, metrics } = observed()
    for (const fault of [down, null, refused]) database.connect(fault)
    expect(await metrics.metrics()).toContain('database_query_errors_total 2\n')
  })
})

describe('a connection to the learning platform that fails', () => {
  it('is logged with its code and counted by its cause', async () => {
    const { upstream, metrics, events } = observed()
    const connection = { cause: 'certificate', systemCode: 'CERT_HAS_EXPIRED' }
    upstream('fetchIdentity', { outcome: 'unavailable', reason: 'transport', connection }, 0.1)
    expect(events()).toEqual([
      { event: 'upstream_connection_failed', reason: 'certificate', errorCode: 'CERT_HAS_EXPIRED' },
    ])
    expect(await metrics.metrics()).toContain('upstream_connection_failures_total{cause="certificate"} 1\n')
  })
})

const down = new DatabaseUnavailable(null, true, 'ECONNREFUSED')
const refused = new DatabaseUnavailable('28P01', true)

function observed() {
  const lines: string[] = []
  const metrics = createMetrics()
  const logger = createLogger({
    service: 's',
    version: '1',
    level: 'info',
    stream: { write: (line: string) => void lines.push(line) },
  })
  const events = () =>
    lines.map((line) => {
      const { event, reason, errorCode, sqlstate } = JSON.parse(line) as Record<string, unknown>
      return JSON.parse(JSON.stringify({ event, reason, errorCode, sqlstate })) as unknown
    })
  return {
    metrics,
    events,
    database: createDatabaseMetrics(metrics, new Set(['findThing']), logger),
    upstream: createUpstreamMetrics(metrics, logger),
  }
}
