import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dummyImages, imageVariable } from '../image-pins.ts'
import { inRepository } from '../infra-files.ts'
import { parseEnvFile } from '../production-environment.ts'
import { serviceNamed } from '../services.ts'
import { containerOf, named, ofKind, programOf, type Workload, workloads } from './objects.ts'
import { overlayNames } from './overlays.ts'
import { rendered } from './rendered.ts'
import { environmentOf, imageProgramOf, sourceOf } from './workload-environment.ts'

const pins = parseEnvFile(dummyImages)
const everyWorkload = overlayNames.flatMap((overlay) =>
  workloads(rendered[overlay]).map((workload) => [overlay, workload.metadata.name, workload] as const),
)
const servers = everyWorkload.filter(([, , { kind }]) => kind === 'Deployment')

it('the overlays have the workloads of the product', () => {
  const namesIn = (overlay: string) => everyWorkload.filter(([each]) => each === overlay).map(([, name]) => name)
  const { version } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as { version: string }
  const services = ['docs', 'frontend-internal', 'manual-grading', 'manual-grading-worker', 'public-api']
  expect(namesIn('production')).toEqual([...services, 'web', `migrate-${version}`])
  expect(namesIn('demo')).toEqual([...services, 'simulator', 'web', 'demo-seed', `migrate-${version}`])
  const jobs = ['apply-erasures', 'hold-deliveries', `migrate-${version}`, 'revoke-sessions']
  expect(namesIn('recovery')).toEqual(jobs)
})

describe.each(everyWorkload)('in %s, the pods of %s', (overlay, _name, workload) => {
  const program = imageProgramOf(workload)

  it('keep to the profile `restricted`, write nothing, are limited, and have an account of their own without a token', () => {
    expect(workload.spec.template.spec).toMatchObject({
      serviceAccountName: programOf(workload),
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          image: pins[imageVariable(program)],
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: { requests: { cpu: expect.any(String) }, limits: { memory: expect.any(String) } },
        },
      ],
    })
    const account = named(rendered[overlay], 'ServiceAccount', programOf(workload))
    expect(account).toMatchObject({ automountServiceAccountToken: false })
  })

  it('are given by name only variables that their program reads', () => {
    const service = serviceNamed(program)
    const known = service?.variables.flatMap(({ name, fileVariable }) => [name, fileVariable])
    const source = readFileSync(sourceOf(workload), 'utf8')
    const names = containerOf(workload).env?.map(({ name }) => name) ?? []
    const isRead = (name: string) => known?.includes(name) ?? new RegExp(`\\b${name}\\b`).test(source)
    expect(names.filter((name) => !isRead(name))).toEqual([])
  })
})

describe.each(servers)('in %s, the server %s', (overlay, name, workload) => {
  const isSimulator = name === 'simulator'
  const manifests = rendered[overlay]
  const { PORT = '', OPS_PORT, SHUTDOWN_GRACE_S = '5' } = environmentOf(workload, manifests)
  const labels = workload.spec.template.metadata.labels

  it('listens on its own port, and replies on another about health and metrics', () => {
    const ownPort = serviceNamed(programOf(workload))?.variables.find((each) => each.name === 'PORT')?.default
    expect(PORT).toBe(ownPort ?? (isSimulator ? '8090' : '8088'))
    expect(OPS_PORT).toBe(isSimulator ? undefined : `9${PORT.slice(1)}`)
    const [port, live, ready] = isSimulator
      ? ['http', '/__sim/health', '/__sim/health']
      : ['operations', '/health/live', '/health/ready']
    const operations = isSimulator ? [] : [{ name: 'operations', containerPort: Number(OPS_PORT) }]
    expect(containerOf(workload)).toMatchObject({
      ports: [{ name: 'http', containerPort: Number(PORT) }, ...operations],
      startupProbe: { httpGet: { path: live, port } },
      livenessProbe: { httpGet: { path: live, port } },
      readinessProbe: { httpGet: { path: ready, port } },
    })
  })

  it('ends by itself before it is killed', () => {
    const { terminationGracePeriodSeconds: grace } = workload.spec.template.spec
    // The documentation needs 5 s.
    expect(grace).toBeGreaterThan(Number(SHUTDOWN_GRACE_S))
  })

  it('is reached by the Service of its name, but for the worker, whom nobody calls', () => {
    const spec = { selector: labels, ports: [{ name: 'http', port: Number(PORT), targetPort: 'http' }] }
    const service = name === 'manual-grading-worker' ? undefined : expect.objectContaining({ spec })
    expect(named(manifests, 'Service', name)).toEqual(service)
  })
})

// The world of the simulator is in its memory.
describe.each(servers.filter(([, name]) => name !== 'simulator'))('in %s, the server %s', (overlay, name, workload) => {
  const manifests = rendered[overlay]
  const labels = workload.spec.template.metadata.labels

  it('keeps serving while it is rolled out, and while nodes are drained one by one', () => {
    const isScaled = ['public-api', 'frontend-internal'].includes(name)
    expect(named(manifests, 'HorizontalPodAutoscaler', name)).toEqual(
      isScaled
        ? expect.objectContaining({ spec: expect.objectContaining({ scaleTargetRef: referenceTo(workload) }) })
        : undefined,
    )
    // Each apply would reset what an autoscaler has set.
    expect(workload.spec).toMatchObject({
      ...(isScaled ? {} : { replicas: 3 }),
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: { spec: { topologySpreadConstraints: [{ labelSelector: { matchLabels: labels } }] } },
    })
    expect('replicas' in workload.spec).toBe(!isScaled)
    const budget = { maxUnavailable: 1, selector: { matchLabels: labels } }
    expect(named(manifests, 'PodDisruptionBudget', name)).toMatchObject({ spec: budget })
  })
})

describe.each(['demo', 'production'] as const)('the Prometheus of %s', (overlay) => {
  it('scrapes the operations port of each server, and names its job after the service', () => {
    const programs = servers.filter(([each]) => each === overlay).map(([, , workload]) => programOf(workload))
    const [monitor] = ofKind<Monitor>(rendered[overlay], 'PodMonitor').filter(
      ({ metadata }) => metadata.name === 'services',
    )
    expect(monitor?.spec).toMatchObject({
      jobLabel: 'app.kubernetes.io/name',
      podMetricsEndpoints: [{ port: 'operations', path: '/metrics' }],
    })
    const scraped = monitor?.spec.selector.matchExpressions[0]?.values
    expect(scraped?.toSorted()).toEqual([...new Set(programs)].filter((each) => each !== 'simulator').toSorted())
  })
})

interface Monitor extends Workload {
  readonly spec: Workload['spec'] & {
    readonly selector: { readonly matchExpressions: readonly { readonly values: readonly string[] }[] }
  }
}

const referenceTo = ({ apiVersion, kind, metadata: { name } }: Workload) => ({ apiVersion, kind, name })
