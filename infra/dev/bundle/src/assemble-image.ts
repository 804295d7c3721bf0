import { cp, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildIslands, modulesOfIslands, webIslands } from './build-islands.ts'
import { bundleProgram } from './bundle-program.ts'
import type { Program } from './programs.ts'

/**
 * The path of the program in an image. It is two folders deep because programs read their assets two folders above
 * themselves.
 */
export const programPath = 'dist/program/main.js'

/** The path of an operator's command in an image, two folders deep for the same reason. */
export const commandPath = (command: string): string => `dist/${command}/main.js`

/**
 * The path of the file that says that the programs of an image are ES modules. Node would otherwise read each once more to find
 * it out.
 */
export const typePath = 'dist/package.json'

/** Makes a folder with everything that an image needs in addition to Node. Resolves with the files that the bundles were made of. */
export async function assembleImage(
  { entry, assets = [], islands, commands = {} }: Program,
  folder: string,
): Promise<string[]> {
  const modules = await bundleProgram({ entry, bundle: join(folder, programPath) })
  for (const [command, path] of Object.entries(commands))
    modules.push(...(await bundleProgram({ entry: path, bundle: join(folder, commandPath(command)) })))
  await writeFile(join(folder, typePath), '{ "type": "module" }\n')
  for (const asset of assets) {
    const source = await realpath(asset.folder)
    await cp(source, join(folder, asset.name), { recursive: true })
    // By this the list of what the image is made of knows a package that stays as it is.
    modules.push(join(source, 'package.json'))
  }
  if (islands !== undefined)
    modules.push(...modulesOfIslands(await buildIslands({ ...webIslands, output: join(folder, islands) })))
  return modules
}
