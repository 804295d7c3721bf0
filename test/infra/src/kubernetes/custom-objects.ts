import type { KubernetesObject } from './objects.ts'

/**
 * The fields of CloudNativePG 1.30 and of its Barman Cloud plugin 0.16 that the manifests use, after the operators' own
 * documentation; a field that is not here is an unknown one. `*` is a name that the author chooses, `[]` each entry.
 */
const fields = {
  ImageCatalog: {
    apiVersion: 'postgresql.cnpg.io/v1',
    spec: { 'images[].major': 'number', 'images[].image': 'string' },
  },
  Cluster: {
    apiVersion: 'postgresql.cnpg.io/v1',
    spec: {
      instances: 'number',
      'imageCatalogRef.apiGroup': 'string',
      'imageCatalogRef.kind': 'string',
      'imageCatalogRef.name': 'string',
      'imageCatalogRef.major': 'number',
      'bootstrap.initdb.database': 'string',
      'bootstrap.initdb.owner': 'string',
      'bootstrap.initdb.secret.name': 'string',
      'bootstrap.initdb.dataChecksums': 'boolean',
      'bootstrap.initdb.postInitApplicationSQLRefs.configMapRefs[].name': 'string',
      'bootstrap.initdb.postInitApplicationSQLRefs.configMapRefs[].key': 'string',
      'bootstrap.recovery.source': 'string',
      'bootstrap.recovery.database': 'string',
      'bootstrap.recovery.owner': 'string',
      'bootstrap.recovery.secret.name': 'string',
      'bootstrap.recovery.recoveryTarget.targetTime': 'string',
      'managed.roles[].name': 'string',
      'managed.roles[].ensure': 'string',
      'managed.roles[].login': 'boolean',
      'managed.roles[].passwordSecret.name': 'string',
      'postgresql.synchronous.method': 'string',
      'postgresql.synchronous.number': 'number',
      'postgresql.synchronous.dataDurability': 'string',
      'postgresql.synchronous.failoverQuorum': 'boolean',
      'postgresql.pg_hba[]': 'string',
      'postgresql.parameters.*': 'string',
      enableSuperuserAccess: 'boolean',
      'storage.size': 'string',
      'walStorage.size': 'string',
      'affinity.enablePodAntiAffinity': 'boolean',
      'affinity.podAntiAffinityType': 'string',
      'affinity.topologyKey': 'string',
      'resources.requests.*': 'string',
      'resources.limits.*': 'string',
      'plugins[].name': 'string',
      'plugins[].isWALArchiver': 'boolean',
      'plugins[].parameters.*': 'string',
      'externalClusters[].name': 'string',
      'externalClusters[].plugin.name': 'string',
      'externalClusters[].plugin.parameters.*': 'string',
    },
  },
  ScheduledBackup: {
    apiVersion: 'postgresql.cnpg.io/v1',
    spec: {
      schedule: 'string',
      immediate: 'boolean',
      backupOwnerReference: 'string',
      'cluster.name': 'string',
      method: 'string',
      'pluginConfiguration.name': 'string',
    },
  },
  ObjectStore: {
    apiVersion: 'barmancloud.cnpg.io/v1',
    spec: {
      retentionPolicy: 'string',
      'configuration.destinationPath': 'string',
      'configuration.endpointURL': 'string',
      'configuration.s3Credentials.accessKeyId.name': 'string',
      'configuration.s3Credentials.accessKeyId.key': 'string',
      'configuration.s3Credentials.secretAccessKey.name': 'string',
      'configuration.s3Credentials.secretAccessKey.key': 'string',
      'configuration.wal.compression': 'string',
      'configuration.data.compression': 'string',
      'instanceSidecarConfiguration.resources.requests.*': 'string',
      'instanceSidecarConfiguration.resources.limits.*': 'string',
    },
  },
} as const

interface CustomKind {
  readonly apiVersion: string
  readonly spec: Readonly<Record<string, string>>
}
export const customKinds: Readonly<Record<string, CustomKind>> = fields

const metadata = { name: 'string', namespace: 'string', 'labels.*': 'string' }

/** Every field of these objects is in the table, with the type that it has there. */
export function customErrors(objects: readonly KubernetesObject[]): string[] {
  return objects.flatMap((object) => {
    const custom = customKinds[object.kind]
    if (custom === undefined) return []
    const known = Object.entries({ metadata, spec: custom.spec }).flatMap(([part, table]) =>
      Object.entries(table).map(([path, type]) => [`${part}.${path}`, type] as const),
    )
    const allowed = new Map<string, string>([...known, ['apiVersion', 'string'], ['kind', 'string']])
    const place = `${object.kind} ${object.metadata.name}`
    return [
      ...(object.apiVersion === custom.apiVersion ? [] : [`${place}: is of ${object.apiVersion}`]),
      ...leaves(object).flatMap(({ path, type }) => {
        const found = allowed.get(path) ?? allowed.get(path.replace(/(labels|parameters|requests|limits)\..+$/, '$1.*'))
        if (found === undefined) return [`${place}: has no field ${path}`]
        return found === type ? [] : [`${place}: ${path} is a ${type}`]
      }),
    ]
  })
}

function leaves(value: unknown, path = ''): { readonly path: string; readonly type: string }[] {
  if (Array.isArray(value)) return value.flatMap((entry) => leaves(entry, `${path}[]`))
  if (typeof value !== 'object' || value === null) return [{ path, type: typeof value }]
  return Object.entries(value).flatMap(([key, entry]) => leaves(entry, path === '' ? key : `${path}.${key}`))
}
