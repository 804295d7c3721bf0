import { readFileSync } from 'node:fs'
import { parseEnvFile } from '../production-environment.ts'
import { dummyImages } from '../image-pins.ts'
import { inRepository } from '../infra-files.ts'
import { imageVariable } from '../rule.ts'
import { serviceNamed, services } from '../services.ts'
import { containerOf, type ManifestRule, ofKind, type Probe, programOf, type Workload, workloads } from './objects.ts'
import { environmentOf, imageProgramOf, settingsOf, sourceOf } from './workload-environment.ts'

const pins = parseEnvFile(dummyImages)

/** Each workload runs the image of its program by its digest. */
export const imagesArePinned: ManifestRule = (manifests) =>
  workloads(manifests).flatMap((workload) => {
    const { image } = containerOf(workload)
    const variable = imageVariable(imageProgramOf(workload))
    return image === pins[variable] ? [] : [`${workload.metadata.name}: takes ${image}, not ${variable}`]
  })

/** Each variable that a workload is given by name is one that its program reads. */
export const variablesAreKnown: ManifestRule = (manifests) =>
  workloads(manifests).flatMap((workload) => {
    const service = serviceNamed(imageProgramOf(workload))
    const known = new Set(service?.variables.flatMap(({ name, fileVariable }) => [name, fileVariable]))
    const source = readFileSync(sourceOf(workload), 'utf8')
    return (containerOf(workload).env ?? [])
      .map(({ name }) => name)
      .filter((name) => !known.has(name) && (service !== undefined || !new RegExp(`\\b${name}\\b`).test(source)))
      .map((name) => `${workload.metadata.name}: knows no ${name}`)
  })

/** Every setting is a variable of a service. */
export const settingsAreKnown: ManifestRule = (manifests) => {
  const known = new Set(services.flatMap(({ variables }) => variables.map(({ name }) => name)))
  return Object.keys(settingsOf(manifests)?.data ?? {})
    .filter((name) => !known.has(name))
    .map((name) => `settings: no service knows ${name}`)
}

/** A process listens on the ports of its container: its own, and another for health and metrics. */
export const portsAgree: ManifestRule = (manifests) =>
  workloads(manifests).flatMap((workload) => {
    const { ports = [] } = containerOf(workload)
    const { PORT = '', OPS_PORT = '' } = environmentOf(workload, manifests)
    const expected = serviceNamed(programOf(workload))?.variables.find(({ name }) => name === 'PORT')?.default
    const open = Object.fromEntries(ports.map(({ name, containerPort }) => [name, String(containerPort)]))
    const { name } = workload.metadata
    return workload.kind === 'Job'
      ? []
      : [
          ...(open['http'] === PORT ? [] : [`${name}: has no http port ${PORT}`]),
          ...(expected === undefined || expected === PORT ? [] : [`${name}: does not listen on ${expected}`]),
          ...(imageProgramOf(workload) === 'simulator' || (OPS_PORT !== '' && OPS_PORT !== PORT)
            ? []
            : [`${name}: has no port of its own for health and metrics`]),
          ...(OPS_PORT === '' || open['operations'] === OPS_PORT
            ? []
            : [`${name}: has no operations port ${OPS_PORT}`]),
        ]
  })

/** Kubernetes asks a server for its health where the server tells it. */
export const probesAsk: ManifestRule = (manifests) =>
  ofKind<Workload>(manifests, 'Deployment').flatMap((workload) => {
    const { startupProbe, livenessProbe, readinessProbe } = containerOf(workload)
    const simulator = programOf(workload) === 'simulator'
    const port = simulator ? 'http' : 'operations'
    const live = simulator ? '/__sim/health' : '/health/live'
    const ready = simulator ? '/__sim/health' : '/health/ready'
    const asks = (probe: Probe | undefined, path: string, what: string): string[] =>
      probe?.httpGet.port === port && probe.httpGet.path === path
        ? []
        : [`${workload.metadata.name}: its ${what} probe does not ask ${port} for ${path}`]
    return [
      ...asks(startupProbe, live, 'start-up'),
      ...asks(livenessProbe, live, 'liveness'),
      ...asks(readinessProbe, ready, 'readiness'),
    ]
  })

/** Kubernetes does not kill a process before it has ended by itself; the documentation needs 5 s. */
export const graceIsEnough: ManifestRule = (manifests) =>
  ofKind<Workload>(manifests, 'Deployment').flatMap((workload) => {
    const { SHUTDOWN_GRACE_S = '5' } = environmentOf(workload, manifests)
    return (workload.spec.template.spec.terminationGracePeriodSeconds ?? 0) > Number(SHUTDOWN_GRACE_S)
      ? []
      : [`${workload.metadata.name}: is killed before its SHUTDOWN_GRACE_S has passed`]
  })

/** Pods keep to the profile `restricted`, write nothing, and have no token of Kubernetes. */
export const podsAreHardened: ManifestRule = (manifests) =>
  workloads(manifests).flatMap((workload) => {
    const { name } = workload.metadata
    const { spec } = workload.spec.template
    const { securityContext, resources } = containerOf(workload)
    return [
      ...(spec.securityContext?.runAsNonRoot === true ? [] : [`${name}: may run as root`]),
      ...(spec.securityContext?.seccompProfile?.type === 'RuntimeDefault' ? [] : [`${name}: may make any system call`]),
      ...(securityContext?.allowPrivilegeEscalation === false ? [] : [`${name}: may gain privileges`]),
      ...(securityContext?.readOnlyRootFilesystem === true ? [] : [`${name}: can write to its own files`]),
      ...(securityContext?.capabilities?.drop?.includes('ALL') === true ? [] : [`${name}: has capabilities`]),
      ...(resources?.limits?.['memory'] === undefined ? [`${name}: may take any memory`] : []),
      ...(resources?.requests?.['cpu'] === undefined ? [`${name}: asks for no processor time`] : []),
      ...(spec.automountServiceAccountToken === false ? [] : [`${name}: has a token`]),
      ...(spec.serviceAccountName === programOf(workload) ? [] : [`${name}: has no account of its own`]),
    ]
  })

/** Migrations are a Job of this version. */
export const migrationsAreOfThisVersion: ManifestRule = (manifests) => {
  const { version } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as { version: string }
  const names = ofKind(manifests, 'Job').map(({ metadata }) => metadata.name)
  return names.includes(`migrate-${version}`) ? [] : [`there is no Job migrate-${version}`]
}
