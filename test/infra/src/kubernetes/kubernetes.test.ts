import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectedNetworks } from '../expected-deployment.ts'
import { serviceNamed } from '../services.ts'
import * as availabilityRules from './availability-rules.ts'
import * as clusterRules from './cluster-rules.ts'
import { compileErrors } from './compile-objects.ts'
import { customErrors } from './custom-objects.ts'
import { expectedArrows, others } from './expected-arrows.ts'
import * as gatewayRules from './gateway-rules.ts'
import { arrowMistakes, manifestMistakes } from './mistakes.ts'
import { type ManifestRule, type Manifests, parseManifests, workloads } from './objects.ts'
import { overlayNames, type OverlayName, Overlays } from './overlays.ts'
import { arrowsOf, widePolicies } from './reach.ts'
import { secretFiles, secretKeys, secretProblems } from './secret-rules.ts'
import { environmentOf, imageProgramOf } from './workload-environment.ts'
import * as workloadRules from './workload-rules.ts'

describe.each(overlayNames)('the overlay %s', (overlay) => {
  it('has only fields that Kubernetes, the Gateway API and the Prometheus operator know', async () => {
    expect(await compileErrors(rendered[overlay].objects)).toEqual([])
  })

  it('has only fields of CloudNativePG that the table names', () => {
    expect(customErrors(rendered[overlay].objects)).toEqual([])
  })

  it.each(Object.keys(rules))('keeps the rule %s', (rule) => {
    expect(rules[rule]?.(rendered[overlay])).toEqual([])
  })

  it('opens the connections of the table, and no others', () => {
    expect(arrowsOf(rendered[overlay], others)).toEqual(expectedArrows[overlay].toSorted())
    expect(widePolicies(rendered[overlay])).toEqual([])
  })

  it('names secrets that apply-secrets.sh or an operator makes, and has none', () => {
    expect(secretProblems(rendered[overlay], keysFor(overlay))).toEqual([])
  })

  it('gives each service an environment that it starts in', () => {
    // A pod has the authority of the database mounted there, and a service reads it when it starts.
    overlays.write('ca.crt', '')
    for (const [path, text] of secretFiles(secretsOf(overlay)))
      overlays.write(path, text.replace('/run/database-authority/ca.crt', overlays.pathOf('ca.crt')))
    for (const workload of workloads(rendered[overlay])) {
      const program = imageProgramOf(workload)
      const own = overlays.pathOf(program)
      const env = Object.entries(environmentOf(workload, rendered[overlay])).map(
        ([name, value]) => [name, value.replace('/run/secrets', own)] as const,
      )
      expect([program, serviceNamed(program)?.problemsOf(Object.fromEntries(env)) ?? []]).toEqual([program, []])
    }
  })

  it('is not rendered without an image', () => {
    const images = overlays.read('images.env')
    overlays.write('images.env', images.replace(/^MIGRATE_IMAGE=.*\n/m, ''))
    expect(() => overlays.render(overlay)).toThrow('MIGRATE_IMAGE')
    overlays.write('images.env', images)
  })
})

describe('the table of connections', () => {
  it('has every arrow that compose.yaml has a network for', () => {
    const names: Readonly<Record<string, string>> = { postgres: 'database', prometheus: 'monitoring', proxy: 'gateway' }
    const named = (name: string): string => names[name] ?? name
    const arrows = Object.values(expectedNetworks)
      .filter(({ leadsOut }) => leadsOut !== true)
      .flatMap(({ members }) => members.slice(0, -1).map((from) => `${named(from)} → ${named(members.at(-1) ?? '')}`))
      // An operator of Kubernetes makes roles and backups, and whoever runs the entrance watches it.
      .filter((arrow) => !/^(roles|backup|blackbox) |^monitoring → (backup-metrics|gateway)$/.test(arrow))
    const open = expectedArrows.demo.map((arrow) => arrow.split(':')[0])
    expect(arrows.length).toBeGreaterThan(8)
    expect(arrows.filter((arrow) => !open.includes(arrow))).toEqual([])
  })
})

describe('the rules of the manifests', () => {
  it.each(manifestMistakes)('$rule reports "$problem"', ({ rule, overlay = 'production', right, wrong, problem }) => {
    expect(rules[rule]?.(edited(overlay, right, wrong))).toContainEqual(expect.stringContaining(problem))
  })

  it('each find a mistake', () => {
    expect(Object.keys(rules).sort()).toEqual([...new Set(manifestMistakes.map(({ rule }) => rule))].sort())
  })

  it.each(arrowMistakes)('find $what', ({ right, wrong, tooMany, missing }) => {
    const arrows = arrowsOf(edited('production', right, wrong), others)
    if (tooMany !== undefined) expect(arrows).toContain(tooMany)
    if (missing !== undefined) expect(arrows).not.toContain(missing)
    expect(arrows).not.toEqual(expectedArrows.production.toSorted())
  })

  it.each([
    ['the whole internet', '0.0.0.0/0'],
    ['the metadata address', '169.254.169.254/32'],
    ['half of the internet', '0.0.0.0/1'],
  ])('refuse %s', (_what, cidr) => {
    expect(widePolicies(edited('production', 'cidr: 198.51.100.2/32', `cidr: ${cidr}`))).toEqual([
      `${cidr} is too wide`,
    ])
  })

  it('refuse a policy with a construct that they do not read', () => {
    const wrong = edited(
      'production',
      'cidr: 198.51.100.2/32',
      'cidr: 198.51.100.0/24\n        except: [198.51.100.2/32]',
    )
    expect(() => arrowsOf(wrong, others)).toThrow('NetworkPolicy manual-grading-outside')
  })

  it.each([
    ['an unknown field', 'maxReplicas: 10', 'maxReplica: 10'],
    ['a field of another object', 'backoffLimit: 20', 'replicas: 20'],
    ['a wrong type', 'containerPort: 8081', "containerPort: '8081'"],
    ['an unknown field of a route', 'sectionName: documentation', 'section: documentation'],
    ['an unknown field of a monitor', 'podMetricsEndpoints:', 'podMetricEndpoints:'],
  ])('find %s by the compiler', async (_what, right, wrong) => {
    expect(await compileErrors(edited('production', right, wrong).objects)).not.toEqual([])
  })

  it.each([
    ['bootstrap', 'dataChecksums: true', 'dataChecksum: true'],
    ['instances', 'instances: 3', "instances: '3'"],
    ['the older way of backups', 'walStorage:', 'backup:\n    barmanObjectStore:'],
  ])('find what CloudNativePG does not know in %s', (_what, right, wrong) => {
    expect(customErrors(edited('production', right, wrong).objects)).not.toEqual([])
  })

  it('find a secret that is missing, and a file that no secret has', () => {
    const { migrate: _migrate, ...keys } = keysFor('production')
    expect(secretProblems(rendered.production, keys)).toContain('migrate-0.1.0: there is no Secret migrate')
    const wrong = edited('production', '/run/secrets/session_keys', '/run/secrets/session_key')
    expect(secretProblems(wrong, keysFor('production'))).toEqual([
      'frontend-internal: has no file /run/secrets/session_key',
    ])
  })
})

let rendered: Readonly<Record<OverlayName, Manifests>>
let folder: string
let overlays: Overlays
beforeAll(setUp)
afterAll(() => rmSync(folder, { recursive: true }))

const rules: Readonly<Record<string, ManifestRule>> = {
  ...workloadRules,
  ...clusterRules,
  ...availabilityRules,
  ...gatewayRules,
}
const clusters: Readonly<Record<OverlayName, string>> = {
  demo: 'course-grading',
  production: 'course-grading',
  recovery: 'course-grading-2',
}

/** What apply-secrets.sh applies for the cluster of an overlay. */
const applied = new Map<string, Manifests>()
function secretsOf(overlay: OverlayName): Manifests {
  const cluster = clusters[overlay]
  const found = applied.get(cluster) ?? parseManifests(overlays.secrets(cluster))
  applied.set(cluster, found)
  return found
}
const keysFor = (overlay: OverlayName) => secretKeys(secretsOf(overlay), clusters[overlay])

/** The overlay as it would be with the edit. */
function edited(overlay: OverlayName, right: string | RegExp, wrong: string): Manifests {
  const { text } = rendered[overlay]
  const changed = text.replace(right, wrong)
  expect(changed).not.toBe(text)
  return parseManifests(changed)
}

function setUp() {
  folder = mkdtempSync(join(tmpdir(), 'kubernetes-'))
  overlays = new Overlays(folder)
  const manifests = (name: OverlayName) => parseManifests(overlays.render(name))
  rendered = { demo: manifests('demo'), production: manifests('production'), recovery: manifests('recovery') }
}
