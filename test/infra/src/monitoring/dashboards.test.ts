import { programNames } from '@course-grading/bundle'
import { describe, expect, it } from 'vitest'
import { parseCompose } from '../compose.ts'
import { readInfra } from '../infra-files.ts'
import { exportersOf } from './exporters.ts'
import { dashboards, metricsOf, queriesOf } from './queries.ts'

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

  it('are mounted where Grafana looks', () => {
    const mounts = parseCompose(readInfra('compose.yaml')).services['grafana']?.volumes ?? []
    for (const [name] of dashboards.filter(([each]) => each !== 'database'))
      expect(mounts).toContain(`./grafana/${name}.json:/etc/grafana/dashboards/${name}.json:ro`)
    expect(readInfra('grafana/dashboards.yaml')).toContain('path: /etc/grafana/dashboards')
  })
})
