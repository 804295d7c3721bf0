import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type IslandManifest, manifestName } from './island-manifest.ts'

/** A file for browsers, plain and compressed. */
export interface EncodedFile {
  readonly name: string
  readonly plain: Buffer
  readonly br: Buffer
  readonly gz: Buffer
}

export async function encodeFile(name: string, text: string): Promise<EncodedFile> {
  const plain = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain, { level: 9 }),
  ])
  return { name, plain, br, gz }
}

/** How long the files of an earlier build stay, for a process that has read its manifest and not yet the files. */
const keptMs = 3_600_000

/**
 * Writes the files, whose names have their contents' hashes, and the manifest last, each by renaming: whoever reads the manifest finds
 * whole files, also while several processes build.
 */
export async function writeIslands(
  output: string,
  manifest: IslandManifest,
  files: readonly EncodedFile[],
): Promise<void> {
  await mkdir(output, { recursive: true })
  await Promise.all(
    files.flatMap(({ name, plain, br, gz }) => [
      replace(output, name, plain),
      replace(output, `${name}.br`, br),
      replace(output, `${name}.gz`, gz),
    ]),
  )
  await replace(output, manifestName, `${JSON.stringify(manifest, null, 2)}\n`)
  const kept = new Set([manifestName, ...manifest.files.flatMap((name) => [name, `${name}.br`, `${name}.gz`])])
  for (const name of await readdir(output)) {
    const path = join(output, name)
    // Another process may have removed it just now.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (!kept.has(name) && mtimeMs < Date.now() - keptMs) await rm(path, { force: true })
  }
}

async function replace(folder: string, name: string, content: Buffer | string): Promise<void> {
  const temporary = join(folder, `${name}.${process.pid}`)
  await writeFile(temporary, content)
  await rename(temporary, join(folder, name))
}
