import {
  containerOf,
  type KubernetesObject,
  type Labels,
  type ManifestRule,
  ofKind,
  programOf,
  type Workload,
  workloads,
} from './objects.ts'

interface Selecting extends KubernetesObject {
  readonly spec: { readonly selector: { readonly matchLabels?: Labels } & Record<string, unknown> }
}
interface Service extends KubernetesObject {
  readonly spec: {
    readonly selector: Labels
    readonly ports: readonly { readonly port: number; readonly targetPort: string }[]
  }
}
interface Autoscaler extends KubernetesObject {
  readonly spec: { readonly scaleTargetRef: { readonly name: string } }
}
const has = (labels: Labels, wanted: Labels): boolean =>
  Object.entries(wanted).every(([key, value]) => labels[key] === value)
const podLabels = ({ spec }: Workload): Labels => spec.template.metadata.labels

/** What autoscalers scale; the others have three replicas, the simulator one. */
export const replicasAreWrittenOnce: ManifestRule = (manifests) => {
  const scaled = ofKind<Autoscaler>(manifests, 'HorizontalPodAutoscaler').map(({ spec }) => spec.scaleTargetRef.name)
  const deployments = ofKind<Workload>(manifests, 'Deployment')
  const names = deployments.map(({ metadata }) => metadata.name)
  return [
    ...deployments.flatMap(({ metadata: { name }, spec: { replicas } }) => {
      if (scaled.includes(name))
        return replicas === undefined
          ? []
          : [`${name}: has replicas beside an autoscaler, which each apply would reset`]
      return replicas === (name === 'simulator' ? 1 : 3) ? [] : [`${name}: has ${String(replicas)} replicas`]
    }),
    ...scaled.filter((name) => !names.includes(name)).map((name) => `there is no Deployment ${name} to scale`),
  ]
}

/** Each Deployment has a budget for disruptions and is spread over the nodes. */
export const disruptionsAreBounded: ManifestRule = (manifests) =>
  ofKind<Workload>(manifests, 'Deployment')
    .filter(({ metadata }) => metadata.name !== 'simulator')
    .flatMap((workload) => {
      const { name } = workload.metadata
      const budgets = ofKind<Selecting>(manifests, 'PodDisruptionBudget')
      const bounded = budgets.filter(({ spec }) => has(podLabels(workload), spec.selector.matchLabels ?? {})).length
      return [
        ...(bounded === 1 ? [] : [`${name}: has ${bounded} budgets for disruptions`]),
        ...(workload.spec.template.spec.topologySpreadConstraints === undefined
          ? [`${name}: may stand on one node`]
          : []),
      ]
    })

/** Each Service leads to pods that listen there. */
export const servicesLeadToPods: ManifestRule = (manifests) =>
  ofKind<Service>(manifests, 'Service').flatMap(({ metadata: { name }, spec: { selector, ports } }) => {
    const selected = workloads(manifests).filter((workload) => has(podLabels(workload), selector))
    const listens = ports.every(({ port, targetPort }) =>
      selected.every((workload) =>
        containerOf(workload).ports?.some((open) => open.name === targetPort && open.containerPort === port),
      ),
    )
    return selected.length === 1 && listens ? [] : [`Service ${name}: leads to no port of one workload`]
  })

interface PodMonitor extends KubernetesObject {
  readonly spec: {
    readonly jobLabel?: string
    readonly selector: { readonly matchExpressions?: readonly { readonly values?: readonly string[] }[] }
    readonly podMetricsEndpoints: readonly { readonly port: string; readonly path: string }[]
  }
}

/** Prometheus scrapes the operations port of each server, and names its job after the service. */
export const serversAreScraped: ManifestRule = (manifests) => {
  const monitors = ofKind<PodMonitor>(manifests, 'PodMonitor')
  return ofKind<Workload>(manifests, 'Deployment')
    .filter(({ metadata }) => metadata.name !== 'simulator')
    .filter(
      (workload) =>
        !monitors.some(
          ({ spec: { jobLabel, selector, podMetricsEndpoints } }) =>
            jobLabel === 'app.kubernetes.io/name' &&
            selector.matchExpressions?.some(({ values }) => values?.includes(programOf(workload))) === true &&
            podMetricsEndpoints.some(({ port, path }) => port === 'operations' && path === '/metrics'),
        ),
    )
    .map(({ metadata }) => `${metadata.name}: is not scraped`)
}

/** Each account that a pod has exists, and has no token. */
export const accountsExist: ManifestRule = (manifests) => {
  const accounts = ofKind<KubernetesObject & { readonly automountServiceAccountToken?: boolean }>(
    manifests,
    'ServiceAccount',
  )
  const names = accounts.map(({ metadata }) => metadata.name)
  return [
    ...accounts
      .filter(({ automountServiceAccountToken }) => automountServiceAccountToken !== false)
      .map(({ metadata }) => `ServiceAccount ${metadata.name}: has a token`),
    ...workloads(manifests)
      .map(({ spec }) => spec.template.spec.serviceAccountName ?? 'default')
      .filter((name) => !names.includes(name))
      .map((name) => `there is no ServiceAccount ${name}`),
  ]
}
