import { parseAllDocuments } from 'yaml'

export type Labels = Readonly<Record<string, string>>

interface Metadata {
  readonly name: string
  readonly namespace?: string
  readonly labels?: Labels
}

export interface KubernetesObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Metadata
}

export interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}

interface Variable {
  readonly name: string
  readonly value?: string
  readonly valueFrom?: { readonly configMapKeyRef: { readonly name: string; readonly key: string } }
}

export interface Container {
  readonly name: string
  readonly image: string
  readonly command?: readonly string[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[]
  readonly env?: readonly Variable[]
  readonly startupProbe?: Probe
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
  readonly resources?: { readonly requests?: Labels; readonly limits?: Labels }
  readonly securityContext?: {
    readonly allowPrivilegeEscalation?: boolean
    readonly readOnlyRootFilesystem?: boolean
    readonly capabilities?: { readonly drop?: readonly string[] }
  }
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[]
}

interface Items {
  readonly items?: readonly { readonly key: string; readonly path: string }[]
}

export interface Volume {
  readonly name: string
  readonly secret?: Items & { readonly secretName: string }
  readonly projected?: { readonly sources: readonly { readonly secret: Items & { readonly name: string } }[] }
}

interface PodSpec {
  readonly serviceAccountName?: string
  readonly automountServiceAccountToken?: boolean
  readonly terminationGracePeriodSeconds?: number
  readonly topologySpreadConstraints?: readonly unknown[]
  readonly securityContext?: {
    readonly runAsNonRoot?: boolean
    readonly runAsUser?: number
    readonly seccompProfile?: { readonly type: string }
  }
  readonly containers: readonly Container[]
  readonly volumes?: readonly Volume[]
}

export interface Workload extends KubernetesObject {
  readonly spec: {
    readonly replicas?: number
    readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec }
  }
}

/** A rendered overlay. */
export interface Manifests {
  readonly text: string
  readonly objects: readonly KubernetesObject[]
}

export function parseManifests(text: string): Manifests {
  const objects = parseAllDocuments(text).flatMap((document) => {
    if (document.errors[0] !== undefined) throw document.errors[0]
    const object = document.toJS() as KubernetesObject | null
    return object === null ? [] : [object]
  })
  return { text, objects }
}

/** The compiler has held the rendered objects against their types, so that these are theirs. */
export const ofKind = <T extends KubernetesObject>({ objects }: Manifests, kind: string): T[] =>
  objects.filter((object) => object.kind === kind) as T[]

export const workloads = (manifests: Manifests): Workload[] => [
  ...ofKind<Workload>(manifests, 'Deployment'),
  ...ofKind<Workload>(manifests, 'Job'),
]

/** Each workload here has one container. */
export function containerOf({ metadata, spec }: Workload): Container {
  const [container, ...others] = spec.template.spec.containers
  if (container === undefined || others.length > 0) throw new Error(`${metadata.name} has not one container`)
  return container
}

const nameLabel = 'app.kubernetes.io/name'
export const programOf = ({ spec }: Workload): string => spec.template.metadata.labels[nameLabel] ?? ''

/** A finding that every rule of the manifests returns: the object and what is wrong with it. */
export type ManifestRule = (manifests: Manifests) => string[]
