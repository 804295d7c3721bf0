import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { frontendInternal } from '@course-grading/contracts/frontend-internal'
import { publicApi } from '@course-grading/contracts/public-api'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseCompose } from '../compose.ts'
import { inRepository, readInfra } from '../infra-files.ts'
import { prometheusRules } from '../kubernetes/prometheus-rules.ts'
import { isInPath } from '../programs-in-path.ts'
import { exportersOf } from './exporters.ts'
import { alertsIn, metricsOf, operationsIn, ruleFiles, rulesIn } from './queries.ts'

const hasPromtool = isInPath('promtool')

describe.skipIf(!hasPromtool)(hasPromtool ? 'the alerts' : 'the alerts (left out: there is no promtool)', () => {
  it('are rules that Prometheus reads', async () => {
    expect((await promtool('check', 'rules', ...ruleFiles)).stdout).toContain('SUCCESS')
  })

  it('fire exactly in the cases in which they must', async () => {
    expect((await promtool('test', 'rules', ...testFiles)).stdout).not.toContain('FAILED')
  })
})

describe('the cases of the alerts', () => {
  const cases = testFiles
    .flatMap((file) => (parse(readInfra(`prometheus/${file}`)) as { tests: Case[] }).tests)
    .flatMap(({ alert_rule_test: tests }) => tests)
  interface Case {
    readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly object[] }[]
  }

  const named = (name: string) => cases.filter(({ alertname }) => alertname === name)

  it.each(alerts)('fire $alert', ({ alert }) => {
    expect(named(alert).some(({ exp_alerts }) => exp_alerts.length > 0)).toBe(true)
  })

  it.each(alerts)('have one where $alert is silent', ({ alert }) => {
    expect(named(alert).some(({ exp_alerts }) => exp_alerts.length === 0)).toBe(true)
  })
})

describe('the metrics of the rules', () => {
  it('are found in expressions', () => {
    expect(
      metricsOf(
        'sum by (job_name) (rate(a_total{b_c="d_e"}[5m])) > 2 * job:x_y:5m and up == 0 or max_over_time(f_count[1h])',
      ),
    ).toEqual(['a_total', 'f', 'up'])
  })

  it.each(texts.flatMap(rulesIn))('are exported: $expr', ({ expr }) => {
    expect(metricsOf(expr).filter((metric) => exportersOf(metric).length === 0)).toEqual([])
  })

  it('are missed if nobody exports them', () => {
    expect(exportersOf('http_request_duration')).toEqual([])
  })

  it.each(alerts)('belong to the exporter that $alert names', ({ expr, annotations: { exporter } }) => {
    const exporters = metricsOf(expr).map(exportersOf)
    const named = exporter.split(' and ').toSorted()
    // A library declares what each service has, and some of them never have a value in one of the services.
    const known = exporters.map((found) => (found.includes('Every service') ? [...ofServices] : found.toSorted()))
    for (const found of known) expect(named.every((name) => found.includes(name))).toBe(true)
  })

  const ofServices = ['each service', 'public-api', 'frontend-internal', 'manual-grading']
})

describe('the page of the alerts', () => {
  const page = readFileSync(inRepository('docs/src/content/docs/operators/alerts.md'), 'utf8')
  const sections = [...page.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name)

  it('has a section for each alert, which the alert names', () => {
    const named = alerts.map(({ annotations }) => annotations.runbook.replace('operators/alerts/#', ''))
    expect([...new Set(named)].toSorted()).toEqual(sections.map((name) => name.toLowerCase()).toSorted())
    expect(alerts.filter(({ alert }) => !page.includes(alert)).map(({ alert }) => alert)).toEqual([])
  })
})

describe('the rules of Kubernetes', () => {
  it('are those of Prometheus', () => {
    expect(readInfra('kubernetes/services/rules.yaml')).toBe(prometheusRules())
  })
})

describe('the operations of the alerts', () => {
  it('are operations that a service has', () => {
    const named = operationsIn(readInfra('prometheus/alerts.yml'))
    const routes = /const routes = \[([^\]]*)\]/.exec(readFileSync(inRepository('services/web/src/app.ts'), 'utf8'))
    const served = new Set([
      ...[publicApi, frontendInternal].flatMap(({ operations }) => Object.keys(operations)),
      ...[...(routes?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
    ])
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

const promtool = (...args: string[]) =>
  promisify(execFile)('promtool', args, { cwd: inRepository('infra/deploy/prometheus') })
const testFiles = ['alerts.test.yml', 'objectives.test.yml', 'database.test.yml']
const texts = ruleFiles.map((file) => readInfra(`prometheus/${file}`))
const alerts = texts.flatMap(alertsIn)
