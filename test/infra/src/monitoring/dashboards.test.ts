import { programNames } from '@course-grading/bundle'
import { describe, expect, it } from 'vitest'
import { parseCompose } from '../compose/compose.ts'
import { readInfra } from '../infra-files.ts'
import { exportersOf } from './exporters.ts'
import { labelsOf, unknownLabels, unknownValues } from './labels.ts'
import { dashboards, metricsOf, queriesOf, ruleFiles, rulesIn } from './queries.ts'

describe('the dashboards', () => {
  it('are one for each service, and those of deliveries and of the database', () => {
    const services = programNames.filter((name) => !['migrate', 'docs', 'simulator'].includes(name))
    expect(dashboards.map(([name]) => name).toSorted()).toEqual([...services, 'database', 'deliveries'].toSorted())
    expect(dashboards.map(([name, { uid }]) => uid === name)).not.toContain(false)
  })

  it.each(dashboards)('ask in %s for metrics that somebody exports', (_name, dashboard) => {
    const metrics = queriesOf(dashboard).flatMap(metricsOf)
    expect(metrics.length).toBeGreaterThan(4)
    expect(metrics.filter((metric) => exportersOf(metric).length === 0)).toEqual([])
  })

  it.each(dashboards)('read in %s labels that their metrics have, with values that there are', (_name, dashboard) => {
    expect(queriesOf(dashboard).flatMap((query) => [...unknownLabels(query), ...unknownValues(query)])).toEqual([])
  })

  it('are mounted where Grafana looks', () => {
    const mounts = parseCompose(readInfra('compose.yaml')).services['grafana']?.volumes ?? []
    for (const [name] of dashboards.filter(([each]) => each !== 'database'))
      expect(mounts).toContain(`./grafana/${name}.json:/etc/grafana/dashboards/${name}.json:ro`)
    expect(readInfra('grafana/dashboards.yaml')).toContain('path: /etc/grafana/dashboards')
  })
})

describe('the rules', () => {
  it.each(ruleFiles)('read in %s labels that their metrics have', (file) => {
    expect(rulesIn(readInfra(`prometheus/${file}`)).flatMap(({ expr }) => unknownLabels(expr))).toEqual([])
  })
})

describe('the labels of a query', () => {
  it.each([
    ['in a selector', 'deliveries{stat="held"}', 'deliveries has no label stat'],
    ['in a group', 'sum by (stat) (rate(deliveries[5m]))', 'deliveries has no label stat'],
    ['of buckets alone', 'sum by (le) (http_request_duration_seconds_count)', 'has no label le'],
  ])('are missed %s', (_where, query, problem) => {
    expect(unknownLabels(query)).toEqual([expect.stringContaining(problem)])
  })

  it.each([
    ['boundary_calls_total{outcome="failt"}', 'boundary_calls_total: failt is on no list of outcome'],
    ['delivery_outcomes_total{outcome!="done"}', 'delivery_outcomes_total: done is on no list of outcome'],
    ['up{job="public"}', 'up: public is on no list of job'],
    ['queries{method="GET"}', 'queries: GET is on no list of method'],
  ])('must be on a list: %s', (query, problem) => {
    expect(unknownValues(query)).toEqual([problem])
  })

  it('are read only where there is an expression', () => {
    expect(() => unknownLabels('sum by (job (x')).toThrow('is no expression')
    expect(labelsOf('deliveries')).toEqual(['state', 'job', 'instance'])
  })
})
