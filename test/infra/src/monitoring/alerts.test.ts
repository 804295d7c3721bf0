import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { publicApi } from '@course-grading/contracts/boundaries/public-api'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseCompose } from '../compose/compose.ts'
import { inRepository, readInfra } from '../infra-files.ts'
import { isInPath } from '../programs-in-path.ts'
import { exportersOf } from './exporters.ts'
import { alertsIn, metricsOf, operationsIn, ruleFiles, rulesIn, sharedRuleFiles } from './queries.ts'

const hasPromtool = isInPath('promtool')

describe.skipIf(!hasPromtool)(hasPromtool ? 'the alerts' : 'the alerts (left out: there is no promtool)', () => {
  it('are rules that Prometheus reads', async () => {
    expect((await promtool('check', 'rules', ...ruleFiles)).stdout).toContain('SUCCESS')
  })

  it('are loaded by a configuration that Prometheus reads', async () => {
    expect((await promtool('check', 'config', 'prometheus.yml')).stdout).not.toContain('FAILED')
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

  it.each(alerts.filter(({ alert }) => alert !== 'Watchdog'))('have one where $alert is silent', ({ alert }) => {
    expect(named(alert).some(({ exp_alerts }) => exp_alerts.length === 0)).toBe(true)
  })
})

describe('what is recorded', () => {
  it.each(['error', 'slow'])('of the share of replies (%s) differs by its window alone', (share) => {
    const recorded = texts.flatMap(rulesIn).flatMap((rule) => ('record' in rule ? [rule] : []))
    const ofShare = recorded.filter(({ record }) => record.startsWith(`job:${share}_share:`))
    expect(ofShare).toHaveLength(5)
    const formulas = ofShare.map(({ record, expr }) => expr.replaceAll(`[${record.split(':').at(-1)}]`, '[window]'))
    expect(new Set(formulas).size).toBe(1)
  })
})

describe('an alert that wakes people', () => {
  const pages = alerts.filter(({ labels }) => labels.severity === 'page')
  /** What is measured is itself the time for which something has lasted. */
  const ofAges = ['GradesNotSent']

  it.each(pages.filter(({ alert }) => !ofAges.includes(alert)))('waits whether it lasts: $alert', (page) => {
    expect(page.for).toMatch(/^\d+[mh]$/)
  })
})

describe('the metrics of the rules', () => {
  it.each(texts.flatMap(rulesIn))('are exported: $expr', ({ expr }) => {
    expect(metricsOf(expr).filter((metric) => exportersOf(metric).length === 0)).toEqual([])
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
    const address = '{{ $externalLabels.docs_origin }}/operators/alerts/#'
    const named = alerts.map(({ annotations }) => annotations.runbook_url.replace(address, ''))
    expect([...new Set(named)].toSorted()).toEqual(sections.map((name) => name.toLowerCase()).toSorted())
    expect(alerts.filter(({ alert }) => !page.includes(alert)).map(({ alert }) => alert)).toEqual([])
  })
})

describe('the operations of the alerts', () => {
  it('are operations that a service has', () => {
    const named = operationsIn(sharedRuleFiles.map((file) => readInfra(`prometheus/${file}`)).join('\n'))
    const web = inRepository('services/web/src')
    const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
    const routes = sources.flatMap((path) => [
      ...readFileSync(`${web}/${path}`, 'utf8').matchAll(/(?:router\.\w+\(| name: )'(\w+)'/g),
    ])
    const served = new Set([
      ...[publicApi, frontendInternal].flatMap(({ operations }) => Object.keys(operations)),
      ...routes.map(([, name = '']) => name),
    ])
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((name) => !served.has(name))).toEqual([])
  })
})

describe('the Prometheus of compose.yaml', () => {
  it('has as targets the processes that have OPS_PORT, the backups, and the proxy by the blackbox exporter', () => {
    const scraped = config.scrape_configs.map((job) => [
      job.job_name,
      ...job.static_configs.flatMap(({ targets }) => targets),
    ])
    const operations = Object.entries(services).flatMap(([name, { environment }]) => {
      const port = environment?.['OPS_PORT']
      return port === undefined ? [] : [[name, `${name}:${port}`]]
    })
    expect(scraped).toEqual([...operations, ['backup', 'backup-metrics:9100'], ['proxy', 'blackbox:9115']])
  })

  it('loads all rules but those about CloudNativePG, whose files are mounted', () => {
    expect(config.rule_files).toEqual([...sharedRuleFiles, 'compose.yml', 'proxy.yml'])
    const mounts = services['prometheus']?.volumes ?? []
    for (const file of [...config.rule_files, 'prometheus.yml'])
      expect(mounts).toContain(`./prometheus/${file}:/etc/prometheus/${file}:ro`)
  })

  it('gives alerts to Alertmanager, and begins their links with the address of the documentation', () => {
    expect(config.alerting.alertmanagers).toEqual([{ static_configs: [{ targets: ['alertmanager:9093'] }] }])
    expect(config.global.external_labels).toEqual({ docs_origin: '${DOCS_ORIGIN}' })
    expect(services['prometheus']?.environment).toEqual({ DOCS_ORIGIN: '${DOCS_ORIGIN:-}' })
  })

  interface Target {
    readonly static_configs: readonly { readonly targets: readonly string[] }[]
  }
  interface Config {
    readonly global: { readonly external_labels: object }
    readonly rule_files: readonly string[]
    readonly alerting: { readonly alertmanagers: readonly Target[] }
    readonly scrape_configs: readonly (Target & { readonly job_name: string })[]
  }
  const config = parse(readInfra('prometheus/prometheus.yml')) as Config
  const { services } = parseCompose(readInfra('compose.yaml'))
})

const promtool = (...args: string[]) =>
  promisify(execFile)('promtool', args, { cwd: inRepository('infra/deploy/prometheus') })
const testFiles = readdirSync(inRepository('infra/deploy/prometheus')).filter((name) => name.endsWith('.test.yml'))
const texts = ruleFiles.map((file) => readInfra(`prometheus/${file}`))
const alerts = texts.flatMap(alertsIn)
