import { describe, expect, it } from 'vitest'
import { readInfra } from '../infra-files.ts'
import { alertsIn } from '../monitoring/queries.ts'
import { type KubernetesObject, ofKind } from './objects.ts'
import { prometheusRules, rulesOfCluster } from './prometheus-rules.ts'
import { rendered } from './rendered.ts'

describe('the rules of Kubernetes', () => {
  it.each(Object.entries(rulesOfCluster))('are in %s those of Prometheus', (file, names) => {
    expect(readInfra(file)).toBe(prometheusRules(names))
  })

  it.each([
    ['demo', 'docs.grading.localhost'],
    ['production', 'docs.grading.example.org'],
  ] as const)('lead in %s from each alert to its runbook on %s', (overlay, host) => {
    const rules = ofKind<KubernetesObject & { readonly spec: object }>(rendered[overlay], 'PrometheusRule')
    const urls = rules
      .flatMap(({ spec }) => alertsIn(JSON.stringify(spec)))
      .map(({ annotations }) => annotations.runbook_url)
    expect(urls.length).toBeGreaterThan(25)
    expect(urls.filter((url) => !url.startsWith(`https://${host}/operators/alerts/#`))).toEqual([])
  })
})
