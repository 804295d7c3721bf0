import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleProgram } from './bundle-program.ts'
import type { Program } from './programs.ts'

/** Where the program is in an image, from the image's folder: two folders deep, for the sake of assets. */
export const programPath = 'dist/program/main.js'

/** Puts all that an image needs beside Node into a folder, which is made. */
export async function assembleImage({ entry, assets }: Program, folder: string): Promise<void> {
  await bundleProgram({ entry, bundle: join(folder, programPath) })
  if (assets) await cp(assets.folder, join(folder, assets.name), { recursive: true })
}
