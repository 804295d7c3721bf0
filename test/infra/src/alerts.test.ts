import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { frontendInternal } from '@course-grading/contracts/frontend-internal'
import { publicApi } from '@course-grading/contracts/public-api'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { metricsIn, operationsIn } from './alerts.ts'
import { parseCompose } from './compose.ts'
import { inRepository, readInfra } from './infra-files.ts'
import { isInPath } from './programs-in-path.ts'

const hasPromtool = isInPath('promtool')
const promtool = (...args: string[]) =>
  promisify(execFile)('promtool', args, { cwd: inRepository('infra/deploy/prometheus') })

describe.skipIf(!hasPromtool)(hasPromtool ? 'the alerts' : 'the alerts (left out: there is no promtool)', () => {
  it('are rules that Prometheus reads', async () => {
    expect((await promtool('check', 'rules', 'alerts.yml')).stdout).toContain('SUCCESS')
  })

  it('are read with the targets of the deployment', async () => {
    expect((await promtool('check', 'config', 'prometheus.yml')).stdout).toContain('SUCCESS')
  })

  it('fire exactly in the cases in which they must', async () => {
    expect((await promtool('test', 'rules', 'alerts.test.yml')).stdout).toContain('SUCCESS')
  })
})

describe('the metrics of the alerts', () => {
  it('are found in their expressions', () => {
    expect(metricsIn(readInfra('prometheus/alerts.yml'))).toEqual([
      'database_pool_connections',
      'database_query_errors_total',
      'delivery_hold',
      'delivery_oldest_ambiguous_seconds',
      'delivery_oldest_due_seconds',
      'delivery_outcomes_total',
      'delivery_settling',
      'delivery_standing_changes_total',
      'http_operation_duration_seconds',
      'http_operation_slow_replies_total',
      'http_request_duration_seconds',
      'http_requests_overloaded_total',
      'log_redactions_total',
      'queue_overdue_seconds',
      'upstream_calls_total',
    ])
  })
})

describe('the operations of the alerts', () => {
  it('are operations that a service has', () => {
    const named = operationsIn(readInfra('prometheus/alerts.yml'))
    const served = new Set([publicApi, frontendInternal].flatMap(({ operations }) => Object.keys(operations)))
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((name) => !served.has(name))).toEqual([])
  })
})

describe('the targets of Prometheus', () => {
  it('are the processes that have OPS_PORT in compose.yaml', () => {
    const { scrape_configs: jobs } = parse(readInfra('prometheus/prometheus.yml')) as {
      scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[]
    }
    const scraped = jobs.map((job) => [job.job_name, ...job.static_configs.flatMap(({ targets }) => targets)])
    const operations = Object.entries(parseCompose(readInfra('compose.yaml')).services).flatMap(([name, service]) => {
      const port = service.environment?.['OPS_PORT']
      return port === undefined ? [] : [[name, `${name}:${port}`]]
    })
    expect(scraped).toEqual(operations)
  })
})
