import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInfra } from '../infra-files.ts'
import { type Alert, alertsIn } from '../monitoring/queries.ts'
import { type KubernetesObject, ofKind, parseManifests } from './objects.ts'
import { Overlays } from './overlays.ts'
import { prometheusRules, rulesOfCluster } from './prometheus-rules.ts'

describe('the rules of Kubernetes', () => {
  it.each(Object.entries(rulesOfCluster))('are in %s those of Prometheus', (file, names) => {
    expect(readInfra(file)).toBe(prometheusRules(names))
  })

  it.each(['demo', 'production'] as const)(
    'lead in %s from each alert to its runbook on the host of the documentation',
    (overlay) => {
      const host = overlay === 'production' ? 'docs.grading.example.org' : 'docs.grading.localhost'
      const urls = alertsOf(overlay).map(({ annotations }) => annotations.runbook_url)
      expect(urls.length).toBeGreaterThan(25)
      expect(urls.filter((url) => !url.startsWith(`https://${host}/operators/alerts/#`))).toEqual([])
    },
  )
})

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rules-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

interface PrometheusRule extends KubernetesObject {
  readonly spec: object
}

const alertsOf = (overlay: 'demo' | 'production'): Alert[] =>
  ofKind<PrometheusRule>(parseManifests(new Overlays(join(folder, overlay)).render(overlay)), 'PrometheusRule').flatMap(
    ({ spec }) => alertsIn(JSON.stringify(spec)),
  )
