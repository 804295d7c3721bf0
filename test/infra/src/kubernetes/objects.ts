import { parseAllDocuments } from 'yaml'

export type Labels = Readonly<Record<string, string>>

export interface KubernetesObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels?: Labels }
}

interface Variable {
  readonly name: string
  readonly value?: string
  readonly valueFrom?: { readonly configMapKeyRef: { readonly name: string; readonly key: string } }
}

export interface Container {
  readonly command?: readonly string[]
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[]
  readonly env?: readonly Variable[]
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

/** A Deployment or a Job, as far as it is read here. */
export interface Workload extends KubernetesObject {
  readonly spec: {
    readonly template: {
      readonly metadata: { readonly labels: Labels }
      readonly spec: {
        readonly terminationGracePeriodSeconds?: number
        readonly containers: readonly Container[]
        readonly volumes?: readonly Volume[]
      }
    }
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

/** The compiler holds the rendered objects against their types, so that these are theirs. */
export const ofKind = <T extends KubernetesObject>({ objects }: Manifests, kind: string): T[] =>
  objects.filter((object) => object.kind === kind) as T[]

export const named = (manifests: Manifests, kind: string, name: string): KubernetesObject | undefined =>
  ofKind(manifests, kind).find(({ metadata }) => metadata.name === name)

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

export const programOf = ({ spec }: Workload): string => spec.template.metadata.labels['app.kubernetes.io/name'] ?? ''
