interface Resources {
  cpu?: string
  memory?: string
}
interface Key {
  name: string
  key: string
}

/** The fields of the Barman Cloud plugin 0.16 that the manifests use, after its documentation; no package has its types. */
export interface IObjectStore {
  apiVersion: 'barmancloud.cnpg.io/v1'
  kind: 'ObjectStore'
  metadata: { name: string; namespace: string; labels: Record<string, string> }
  spec: {
    retentionPolicy: string
    configuration: {
      destinationPath: string
      endpointURL: string
      s3Credentials: { accessKeyId: Key; secretAccessKey: Key }
      wal: { compression: string }
      data: { compression: string }
    }
    instanceSidecarConfiguration: { resources: { requests: Resources; limits: Resources } }
  }
}
