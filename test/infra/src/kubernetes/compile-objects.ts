import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRepository } from '../infra-files.ts'
import { customKinds } from './custom-objects.ts'
import type { KubernetesObject } from './objects.ts'

const packages = inRepository('test/infra/node_modules')

/**
 * What the compiler says of objects that are written out as literals of their types, each with the object's name: unknown
 * fields, wrong types, missing ones. Objects of CloudNativePG have no types.
 */
export async function compileErrors(objects: readonly KubernetesObject[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'objects-'))
  try {
    for (const object of objects.filter(({ kind }) => customKinds[kind] === undefined))
      writeFileSync(join(folder, `${object.kind}.${object.metadata.name}.ts`), literalOf(object))
    mkdirSync(join(folder, 'types'))
    const options = { strict: true, noEmit: true, skipLibCheck: true, module: 'nodenext', types: [], typeRoots: [] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }))
    return await new Promise((resolve) => {
      execFile(inRepository('node_modules/.bin/tsc'), ['--pretty', 'false', '-p', folder], { cwd: folder }, (_e, out) =>
        resolve(out.split('\n').filter((line) => line.includes(': error '))),
      )
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The packages that have the types of other groups than Kubernetes' own. */
const modelsOf: Readonly<Record<string, string>> = {
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
}

function literalOf(object: KubernetesObject): string {
  const { apiVersion, kind } = object
  const [group = ''] = apiVersion.split('/')
  return `import type { I${kind} } from '${packages}/${modelsOf[group] ?? 'kubernetes-models'}/${apiVersion}/${kind}.js'
export const object: I${kind} = ${JSON.stringify(object, null, 1)}
`
}
