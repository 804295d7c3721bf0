import {
  containerOf,
  type KubernetesObject,
  type Manifests,
  ofKind,
  type Volume,
  type Workload,
  workloads,
} from './objects.ts'

interface Secret extends KubernetesObject {
  readonly data: Readonly<Record<string, string>>
}

/** The keys of each Secret that is there, by its name. */
export type Keys = Readonly<Record<string, readonly string[]>>

/** The keys of what apply-secrets.sh applies, and of what others make: CloudNativePG's authority, and three that an operator makes by hand. */
export const secretKeys = (applied: Manifests, cluster: string): Keys => ({
  ...Object.fromEntries(
    ofKind<Secret>(applied, 'Secret').map(({ metadata, data }) => [metadata.name, Object.keys(data)]),
  ),
  [`${cluster}-ca`]: ['ca.crt', 'ca.key'],
  'api-tls': ['tls.crt', 'tls.key'],
  'docs-tls': ['tls.crt', 'tls.key'],
  'object-store': ['access_key_id', 'secret_access_key'],
  erasures: ['erasures.jsonl'],
})

/** The files of each Secret, by their paths, in a folder of its name. */
export const secretFiles = (applied: Manifests): (readonly [string, string])[] =>
  ofKind<Secret>(applied, 'Secret').flatMap(({ metadata, data }) =>
    Object.entries(data).map(
      ([key, value]) => [`${metadata.name}/${key}`, Buffer.from(value, 'base64').toString()] as const,
    ),
  )

/** The files that a volume has. */
function filesOf({ secret, projected }: Volume, keys: Keys): string[] {
  const sources = [
    ...(secret === undefined ? [] : [{ name: secret.secretName, items: secret.items }]),
    ...(projected?.sources ?? []).map((source) => source.secret),
  ]
  return sources.flatMap(({ name, items }) => {
    const found = keys[name] ?? []
    return items === undefined ? [...found] : items.filter(({ key }) => found.includes(key)).map(({ path }) => path)
  })
}

/** Where the files of a workload's secrets are. */
function mountedFiles(workload: Workload, keys: Keys): string[] {
  const { volumes = [] } = workload.spec.template.spec
  return (containerOf(workload).volumeMounts ?? []).flatMap(({ name, mountPath }) =>
    volumes
      .filter((volume) => volume.name === name)
      .flatMap((volume) => filesOf(volume, keys).map((file) => `${mountPath}/${file}`)),
  )
}

/** Each Secret that is named exists with the key, each file that a variable or a command names is mounted, and none is in the manifests. */
export function secretProblems(manifests: Manifests, keys: Keys): string[] {
  return [
    ...manifests.objects
      .filter(({ kind }) => kind === 'Secret')
      .map(({ metadata }) => `Secret ${metadata.name}: is contained`),
    ...manifests.objects.flatMap((object) =>
      secretNames(object)
        .filter((name) => keys[name] === undefined)
        .map((name) => `${object.metadata.name}: there is no Secret ${name}`),
    ),
    ...workloads(manifests).flatMap((workload) => {
      const files = mountedFiles(workload, keys)
      const { env = [], command = [] } = containerOf(workload)
      const wanted = [...env.map(({ value = '' }) => value), ...command].filter((value) => value.startsWith('/run/'))
      return wanted
        .filter((path) => !files.includes(path))
        .map((path) => `${workload.metadata.name}: has no file ${path}`)
    }),
  ]
}

const namesSecret = new Set(['secret', 'certificateRefs', 'passwordSecret', 'accessKeyId', 'secretAccessKey'])

/** Every name of a Secret in an object, wherever it stands. */
function secretNames(value: unknown, key = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => secretNames(entry, key))
  if (typeof value !== 'object' || value === null) return []
  const { name, secretName } = value as { name?: unknown; secretName?: unknown }
  return [
    ...(namesSecret.has(key) && typeof name === 'string' ? [name] : []),
    ...(typeof secretName === 'string' ? [secretName] : []),
    ...Object.entries(value as KubernetesObject).flatMap(([inner, entry]) => secretNames(entry, inner)),
  ]
}
