import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleProgram } from './bundle-program.ts'
import type { Program } from './programs.ts'

/** Where the program is in an image, from the image's folder: two folders deep, for the sake of assets. */
export const programPath = 'dist/program/main.js'

/** Where a command of an operator is, likewise. */
export const commandPath = (command: string): string => `dist/${command}/main.js`

/** Puts all that an image needs beside Node into a folder, which is made. */
export async function assembleImage({ entry, assets, commands = {} }: Program, folder: string): Promise<void> {
  await bundleProgram({ entry, bundle: join(folder, programPath) })
  for (const [command, path] of Object.entries(commands))
    await bundleProgram({ entry: path, bundle: join(folder, commandPath(command)) })
  if (assets) await cp(assets.folder, join(folder, assets.name), { recursive: true })
}
