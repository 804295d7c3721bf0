import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createDatabaseMetrics,
  createRedactionCounter,
  createUpstreamMetrics,
  watchDatabasePool,
} from './dependency-metrics.ts'
import { checkReplies } from '../reply/reply-check.ts'
import { createHttpMetrics } from './http-metrics.ts'
import { createLogger } from './logger.ts'
import { createMetrics } from './metrics.ts'

const silent = createLogger({ service: 'test', version: 'test', level: 'silent' })

const seriesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/** A service's metrics, and one observation of each. */
function everyMetric() {
  const metrics = createMetrics()
  const http = createHttpMetrics(metrics, { operations: ['getThing', 'putThing'], inFlight: () => 3 })
  const database = createDatabaseMetrics(metrics, new Set(['findThing']))
  const upstream = createUpstreamMetrics(metrics)
  watchDatabasePool(metrics, () => ({ size: 2, idle: 1, waiting: 0 }))
  createRedactionCounter(metrics)(2)
  http.finished('getThing', 'GET', 200, 0.25)
  http.finished('getThing', 'GET', 503, 1.01)
  http.finished('putThing', 'PUT', 200, 1)
  database.query('findThing', 0.02, 'ok')
  database.acquire(0.0001)
  upstream('fetchIdentity', 'ok', 0.3)
  upstream('fetchModules', 'unavailable', 5, 'timeout')
  return { metrics, http, database, upstream }
}

describe('createMetrics', () => {
  it('shows the observed values', async () => {
    const text = await everyMetric().metrics.text()
    for (const line of [
      '# TYPE http_request_duration_seconds summary',
      'http_request_duration_seconds_count{method="GET",operation="getThing",status_class="2xx"} 1',
      'http_operation_duration_seconds_sum{operation="getThing"} 1.26',
      'http_operation_duration_seconds_count{operation="getThing"} 2',
      'http_operation_slow_replies_total{operation="getThing"} 1',
      'http_operation_slow_replies_total{operation="putThing"} 0',
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
    const text = await everyMetric().metrics.text()
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({ name, type }))
    expect(types.length).toBeGreaterThan(20)
    expect(types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([])
    expect(types.filter(({ name }) => !new RegExp(`^# HELP ${name} \\S`, 'm').test(text))).toEqual([])
  })

  it('has the same series after 10,000 different operations and methods as after one', async () => {
    const { metrics, http } = everyMetric()
    http.finished('/courses/1', 'TRACE', 404, 0.1)
    const before = seriesOf(await metrics.text()).length
    for (let index = 0; index < 10_000; index += 1) http.finished(`/courses/${index}`, `METHOD${index}`, 404, 0.1)
    expect(seriesOf(await metrics.text())).toHaveLength(before)
  })

  it('counts failures and successes separately, even above the bound of series', async () => {
    const { metrics, upstream } = everyMetric()
    for (let name = 0; name < 200; name += 1) upstream(`operation${name}`, 'timeout', 1)
    for (let time = 0; time < 3; time += 1) upstream('aLateOne', 'ok', 1)
    upstream('aLateOne', 'timeout', 1)
    const text = await metrics.text()
    for (const line of ['operation="other",outcome="ok"} 3', 'operation="other",outcome="timeout"} 3'])
      expect(text).toContain(`upstream_calls_total{${line}\n`)
  })

  it('stays below 2,000 series, for any values of the observers', async () => {
    const { metrics, http, database, upstream } = everyMetric()
    const word = fc.string({ minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(word, word, fc.integer({ min: 100, max: 599 }), (name, other, status) => {
        http.finished('getThing', name, status, 1)
        database.query(name, 1, 'error')
        upstream(name, other, 1)
      }),
      { numRuns: 3000 },
    )
    const series = seriesOf(await metrics.text())
    expect(series.length).toBeLessThan(2000)
    expect(series.some((line) => line.startsWith('upstream_calls_total{operation="other",outcome="other"}'))).toBe(true)
  })

  it('has room for 100 operations and 280 statements within 2,000 series, each counted separately', async () => {
    const operations = Array.from({ length: 100 }, (_, index) => `operation${index}`)
    const statements = new Set(Array.from({ length: 280 }, (_, index) => `statement${index}`))
    const metrics = createMetrics()
    const http = createHttpMetrics(metrics, { operations, inFlight: () => 0 })
    const database = createDatabaseMetrics(metrics, statements)
    const upstream = createUpstreamMetrics(metrics)
    watchDatabasePool(metrics, () => ({ size: 2, idle: 1, waiting: 0 }))
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])
      for (const status of [200, 304, 404, 503]) http.finished('unmatched', method, status, 0.1)
    const { onFault } = checkReplies({ production: true, logger: silent, metrics })
    for (const [index, operation] of operations.entries()) {
      // A third of the operations are reads that may reply 304.
      for (const status of index < 30 ? [200, 304, 404, 503] : [200, 404, 503]) {
        http.finished(operation, 'GET', status, 0.1)
        http.finished(operation, 'HEAD', status, 0.1)
      }
      onFault({ operation, status: 200, faults: ['$'] })
    }
    for (const statement of [...statements, 'start', 'commit', 'rollback', 'unnamed'])
      for (const outcome of ['ok', 'error'] as const) database.query(statement, 0.1, outcome)
    for (let operation = 0; operation < 15; operation += 1)
      for (let outcome = 0; outcome < 9; outcome += 1) upstream(`call${operation}`, `outcome${outcome}`, 0.1)
    for (let reason = 0; reason < 20; reason += 1) upstream('call0', 'outcome0', 0.1, `reason${reason}`)
    const series = seriesOf(await metrics.text())
    expect(series.filter((line) => line.includes('"other"') && !line.includes('method="other"'))).toEqual([])
    expect(series.length).toBeLessThan(1950)
  })
})
