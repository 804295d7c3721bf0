import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { clientProgram } from './client-program.ts'

const packageRoot = join(import.meta.dirname, '..')
const document = join(packageRoot, '../../libs/contracts/openapi/public-v1.json')

export interface GeneratedClient {
  /** The folder is below this package, so that imports resolve. */
  readonly folder: string
  /** The absolute path of the program that reads and writes settings. */
  readonly program: string
  remove(): Promise<void>
}

/** Makes types of the committed OpenAPI document in a new folder, and writes the program beside them. */
export async function generateClient(): Promise<GeneratedClient> {
  // The folder is not below node_modules, because Node strips no types there.
  const parent = join(packageRoot, '.local')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'client-'))
  const program = join(folder, 'settings-client.ts')
  const types = astToString(await openapiTS(await readFile(document, 'utf8'), { silent: true }))
  await writeFile(join(folder, 'public-v1.ts'), types)
  await writeFile(program, clientProgram)
  return { folder, program, remove: () => rm(folder, { recursive: true }) }
}
