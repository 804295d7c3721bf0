import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRepository } from '../infra-files.ts'
import type { KubernetesObject } from './objects.ts'

const packages = inRepository('test/infra/node_modules')

/** The packages that have the types of each group; those of Kubernetes' own groups are in `kubernetes-models`. */
const modelsOf: Readonly<Record<string, string>> = {
  'monitoring.coreos.com': `${packages}/@kubernetes-models/prometheus-operator`,
  'gateway.networking.k8s.io': `${packages}/@kubernetes-models/gateway-api`,
  'postgresql.cnpg.io': `${packages}/@kubernetes-models/cloudnative-pg`,
}

/**
 * What the compiler says of objects that are written out as literals of their types, each with the object's name: unknown
 * fields, wrong types, missing ones.
 */
export async function compileErrors(objects: readonly KubernetesObject[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'objects-'))
  try {
    for (const object of objects)
      writeFileSync(join(folder, `${object.kind}.${object.metadata.name}.ts`), literalOf(object))
    mkdirSync(join(folder, 'types'))
    const options = { strict: true, noEmit: true, skipLibCheck: true, module: 'nodenext', types: [], typeRoots: [] }
    const compilerOptions = { ...options, allowImportingTsExtensions: true }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    return await new Promise((resolve) => {
      execFile(inRepository('node_modules/.bin/tsc'), ['--pretty', 'false', '-p', folder], { cwd: folder }, (_e, out) =>
        resolve(out.split('\n').filter((line) => line.includes('error '))),
      )
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function literalOf(object: KubernetesObject): string {
  const { apiVersion, kind } = object
  const [group = ''] = apiVersion.split('/')
  const module =
    kind === 'ObjectStore'
      ? join(import.meta.dirname, 'object-store.ts')
      : `${modelsOf[group] ?? `${packages}/kubernetes-models`}/${apiVersion}/${kind}.js`
  return `import type { I${kind} } from '${module}'
export const object: I${kind} = ${JSON.stringify(object, null, 1)}
`
}
