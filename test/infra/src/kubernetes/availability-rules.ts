import { type KubernetesObject, type ManifestRule, ofKind, type Workload } from './objects.ts'

interface Budget extends KubernetesObject {
  readonly spec: { readonly maxUnavailable?: number | string; readonly minAvailable?: number | string }
}
interface Rolling extends Workload {
  readonly spec: Workload['spec'] & {
    readonly strategy?: {
      readonly type?: string
      readonly rollingUpdate?: { readonly maxUnavailable?: number | string; readonly maxSurge?: number | string }
    }
  }
}
interface Cluster extends KubernetesObject {
  readonly spec: {
    readonly instances: number
    readonly postgresql: {
      readonly synchronous?: {
        readonly number?: number
        readonly dataDurability?: string
        readonly failoverQuorum?: boolean
      }
    }
  }
}
interface ScheduledBackup extends KubernetesObject {
  readonly spec: { readonly schedule: string }
}

/** One pod at a time may go: none would let no node be drained, and more take a service down. */
export const nodesCanBeDrained: ManifestRule = (manifests) =>
  ofKind<Budget>(manifests, 'PodDisruptionBudget')
    .filter(({ spec }) => spec.maxUnavailable !== 1 || spec.minAvailable !== undefined)
    .map(({ metadata }) => `${metadata.name}: its budget is not one pod`)

/** A roll-out takes no pod away before another is ready. The simulator has its world in its memory. */
export const rollOutsKeepServing: ManifestRule = (manifests) =>
  ofKind<Rolling>(manifests, 'Deployment')
    .filter(({ metadata }) => metadata.name !== 'simulator')
    .filter(({ spec: { strategy } }) => {
      const { maxUnavailable, maxSurge } = strategy?.rollingUpdate ?? {}
      return strategy?.type !== 'RollingUpdate' || maxUnavailable !== 0 || maxSurge !== 1
    })
    .map(({ metadata }) => `${metadata.name}: a roll-out takes pods away that serve`)

/** Where there are standbys, a commit waits for one of them, and only one that has it takes over. */
export const commitsAreOnTwoInstances: ManifestRule = (manifests) =>
  ofKind<Cluster>(manifests, 'Cluster')
    .filter(({ spec: { instances, postgresql } }) => {
      const { number, dataDurability, failoverQuorum } = postgresql.synchronous ?? {}
      return instances > 1 && (number !== 1 || dataDurability !== 'required' || failoverQuorum !== true)
    })
    .map(({ metadata }) => `Cluster ${metadata.name}: may lose a commit`)

/** CloudNativePG reads six fields; one of five, as in cron, it would read as other times or not at all. */
export const schedulesHaveSeconds: ManifestRule = (manifests) =>
  ofKind<ScheduledBackup>(manifests, 'ScheduledBackup')
    .filter(({ spec }) => !/^(?:[\d*/,-]+ ){5}[\d*/,-]+$/.test(spec.schedule))
    .map(({ metadata, spec }) => `ScheduledBackup ${metadata.name}: ${spec.schedule} has not six fields`)
