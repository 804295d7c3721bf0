import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createDatabaseMetrics,
  createRedactionCounter,
  createUpstreamMetrics,
  watchDatabasePool,
} from './dependency-metrics.ts'
import { createHttpMetrics } from './http-metrics.ts'
import { createLogger } from './logger.ts'
import { createMetrics } from './metrics.ts'

describe('createMetrics', () => {
  it('shows the observed values', async () => {
    const text = await everyMetric().metrics.metrics()
    for (const line of [
      '# TYPE http_request_duration_seconds summary',
      'http_request_duration_seconds_count{method="GET",operation="getThing",status_class="2xx"} 1',
      'http_operation_duration_seconds_sum{operation="getThing"} 1.26',
      'http_operation_duration_seconds_count{operation="getThing"} 2',
      'http_operation_slow_replies_total{operation="getThing"} 1',
      'http_operation_slow_replies_total{operation="putThing"} 0',
      'http_upstream_failed_replies_total 1',
      'http_requests_in_flight 3',
      'database_query_duration_seconds_count{query="findThing"} 1',
      'database_pool_connections{state="size"} 2',
      'upstream_calls_total{operation="fetchIdentity",outcome="ok"} 1',
      'upstream_call_duration_seconds_sum{operation="fetchIdentity"} 0.3',
      'upstream_call_duration_seconds_count{operation="fetchIdentity"} 1',
      'upstream_failures_total{reason="timeout"} 1',
      'log_redactions_total 2',
    ])
      expect(text).toContain(`${line}\n`)
  })

  it('names only counters with _total, and has a help text for each metric', async () => {
    const text = await everyMetric().metrics.metrics()
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({ name, type }))
    expect(types.length).toBeGreaterThan(20)
    expect(types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([])
    expect(types.filter(({ name }) => !new RegExp(`^# HELP ${name} \\S`, 'm').test(text))).toEqual([])
  })

  it('has the same series after 10,000 different operations and methods as after one', async () => {
    const { metrics, http } = everyMetric()
    http.finished('/courses/1', 'TRACE', 404, 0.1)
    const before = seriesOf(await metrics.metrics()).length
    for (let index = 0; index < 10_000; index += 1) http.finished(`/courses/${index}`, `METHOD${index}`, 404, 0.1)
    expect(seriesOf(await metrics.metrics())).toHaveLength(before)
  })

  it('stays below 2,000 series, for anything that clients send and any name of a query', async () => {
    const { metrics, http, database } = everyMetric()
    const word = fc.string({ minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(word, fc.integer({ min: 100, max: 599 }), (name, status) => {
        http.finished('getThing', name, status, 1)
        database.query(name, 1, 'error')
      }),
      { numRuns: 3000 },
    )
    expect(seriesOf(await metrics.metrics()).length).toBeLessThan(2000)
  })
})

const seriesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/** A service's metrics, and one observation of each. */
function everyMetric() {
  const metrics = createMetrics()
  const logger = createLogger({ service: 's', version: '1', level: 'silent', stream: { write: () => {} } })
  const http = createHttpMetrics(metrics, { operations: ['getThing', 'putThing'], inFlight: () => 3 })
  const database = createDatabaseMetrics(metrics, new Set(['findThing']), logger)
  const upstream = createUpstreamMetrics(metrics, logger)
  watchDatabasePool(metrics, () => ({ size: 2, idle: 1, waiting: 0 }))
  createRedactionCounter(metrics)(2)
  http.finished('getThing', 'GET', 200, 0.25)
  http.finished('getThing', 'GET', 503, 1.01)
  http.finished('putThing', 'PUT', 502, 1)
  database.query('findThing', 0.02, 'ok')
  database.acquire(0.0001)
  upstream('fetchIdentity', { outcome: 'ok' }, 0.3)
  upstream('fetchModules', { outcome: 'unavailable', reason: 'timeout' }, 5)
  return { metrics, http, database }
}
