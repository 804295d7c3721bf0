import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serviceNamed, services } from '../services.ts'
import { compileErrors } from './compile-errors.ts'
import { ofKind, workloads } from './objects.ts'
import { overlayNames, type OverlayName, Overlays } from './overlays.ts'
import { clusters, edited, rendered } from './rendered.ts'
import { secretFiles, secretKeys, secretProblems } from './secret-problems.ts'
import { environmentOf, imageProgramOf, settingsOf } from './workload-environment.ts'

describe.each(overlayNames)('the overlay %s', (overlay) => {
  const manifests = rendered[overlay]

  it('has only fields that Kubernetes, the Gateway API, the Prometheus operator and CloudNativePG know', async () => {
    expect(await compileErrors(manifests.objects)).toEqual([])
  })

  it('names secrets that apply-secrets.sh or an operator makes, and has none', () => {
    expect(secretProblems(manifests, keysFor(overlay))).toEqual([])
  })

  it('has only settings that a service knows', () => {
    const known = services.flatMap(({ variables }) => variables.map(({ name }) => name))
    expect(Object.keys(settingsOf(manifests)?.data ?? {}).filter((name) => !known.includes(name))).toEqual([])
  })

  it('gives each service an environment that it starts in', () => {
    // A pod has the authority of the database mounted there, and a service reads it when it starts.
    overlays.write('ca.crt', '')
    for (const [path, text] of secretFiles(clusters[overlay].secrets))
      overlays.write(path, text.replace('/run/database-authority/ca.crt', overlays.pathOf('ca.crt')))
    for (const workload of workloads(manifests)) {
      const program = imageProgramOf(workload)
      const env = Object.entries(environmentOf(workload, manifests)).map(
        ([name, value]) => [name, value.replace('/run/secrets', overlays.pathOf(program))] as const,
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

  it('has a database that commits on two instances where there are standbys, and lets nobody in without TLS', () => {
    // The older way of backups, which CloudNativePG has deprecated; its types still have it.
    for (const cluster of ofKind(manifests, 'Cluster')) expect(cluster).not.toHaveProperty('spec.backup')
    const synchronous = { number: 1, dataDurability: 'required', failoverQuorum: true }
    expect(ofKind(manifests, 'Cluster')).toMatchObject([
      {
        metadata: { name: clusters[overlay].name },
        spec: {
          instances: overlay === 'demo' ? 1 : 3,
          enableSuperuserAccess: false,
          postgresql: { pg_hba: ['hostnossl all all all reject'], ...(overlay === 'demo' ? {} : { synchronous }) },
        },
      },
    ])
  })
})

it('the backups are scheduled with seconds, which CloudNativePG reads first', () => {
  expect(ofKind(rendered.production, 'ScheduledBackup')).toMatchObject([{ spec: { schedule: '0 30 2 * * *' } }])
})

describe('the checks of the manifests', () => {
  it('find unknown fields, wrong types and fields of another object', async () => {
    const wrong = [
      ['maxReplicas: 10', 'maxReplica: 10'],
      ['containerPort: 8081', "containerPort: '8081'"],
      ['sectionName: documentation', 'section: documentation'],
      ['podMetricsEndpoints:', 'podMetricEndpoints:'],
      ['walStorage:', 'walStore:'],
      ['retentionPolicy:', 'retentionPolice:'],
    ] as const
    const objects = wrong.map(([right, other]) => edited('production', right, other).objects)
    const changed = objects.flatMap((all) =>
      all.filter((object, index) => JSON.stringify(object) !== JSON.stringify(rendered.production.objects[index])),
    )
    const named = (await compileErrors(changed)).map((error) => error.split('.')[0])
    expect([...new Set(named)].toSorted()).toEqual([
      'Cluster',
      'Deployment',
      'HTTPRoute',
      'HorizontalPodAutoscaler',
      'ObjectStore',
      'PodMonitor',
    ])
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

let folder: string
let overlays: Overlays
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kubernetes-'))
  overlays = new Overlays(folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

const keysFor = (overlay: OverlayName) => secretKeys(clusters[overlay].secrets, clusters[overlay].name)
