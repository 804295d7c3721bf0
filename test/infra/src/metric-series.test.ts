import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { manualGrading } from '@course-grading/contracts/boundaries/manual-grading'
import type { Boundary } from '@course-grading/contracts/operation/operation'
import { publicApi } from '@course-grading/contracts/boundaries/public-api'
import { statementNames } from '@course-grading/data/db/statement-names'
import {
  createDatabaseMetrics,
  createHttpMetrics,
  createLogger,
  createMetrics,
  createUpstreamMetrics,
  watchDatabasePool,
} from '@course-grading/http-kit'
import { upstreamOperations, upstreamOutcomes } from '@course-grading/upstream'
import { describe, expect, it } from 'vitest'

const boundaries: readonly Boundary[] = [publicApi, frontendInternal, manualGrading]

describe.each(boundaries.map((boundary) => [boundary.name, boundary] as const))(
  'the metrics of %s',
  (_name, boundary) => {
    it('distinguish every operation and every statement, and leave room for more', async () => {
      const text = await observeEverything(boundary, boundary !== manualGrading)
      for (const name of Object.keys(boundary.operations)) {
        expect(text).toContain(`operation="${name}",status_class="5xx"`)
        expect(text).toContain(`http_operation_duration_seconds_count{operation="${name}"}`)
      }
      for (const name of statementNames)
        expect(text).toContain(`database_query_duration_seconds_count{query="${name}"}`)
      const series = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
      expect(series.length).toBeLessThan(maxSeries - ofFeatures(boundary))
    })
  },
)

/** The number of series of each service for which Prometheus is sized. */
const maxSeries = 2_000

/** The number of series that a service's own metrics may have. Deliveries have the largest number, some 230; the others have some 60. */
const ofFeatures = (boundary: Boundary): number => (boundary === manualGrading ? 300 : 150)

/** Observes everything that clients, faults and the database may cause. */
function observeEverything({ operations }: Boundary, callsUpstream: boolean): Promise<string> {
  const metrics = createMetrics()
  const logger = createLogger({ service: 's', version: '1', level: 'silent', stream: { write: () => {} } })
  const names = Object.keys(operations)
  const http = createHttpMetrics(metrics, { operations: names, inFlight: () => 0 })
  const database = createDatabaseMetrics(metrics, statementNames, logger)
  watchDatabasePool(metrics, () => ({ size: 0, idle: 0, waiting: 0 }))
  for (const status of [200, 304, 404, 503]) {
    for (const name of names) http.finished(name, operations[name]!.method.toUpperCase(), status, 1)
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])
      http.finished('unmatched', method, status, 1)
  }
  for (const name of [...statementNames, 'start', 'commit', 'rollback', 'unnamed'])
    for (const outcome of ['ok', 'error'] as const) database.query(name, 1, outcome)
  if (callsUpstream) {
    const upstream = createUpstreamMetrics(metrics, logger)
    for (const operation of upstreamOperations)
      for (const outcome of upstreamOutcomes) upstream(operation, { outcome }, 1)
  }
  return metrics.metrics()
}
