import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** A file that pages name. Its address has the hash of its content, so that browsers keep it for good. */
export interface Asset {
  readonly path: string
  readonly mediaType: string
  readonly content: Buffer
  readonly encoded?: { readonly br: Buffer; readonly gzip: Buffer }
}

export type IslandName = 'grading' | 'rubric' | 'staff'

/** What a page with an island loads: the island's module, and the modules that this one imports at once. */
interface Island {
  readonly path: string
  readonly imported: readonly string[]
}

export interface Assets {
  readonly style: Asset
  readonly icon: Asset
  readonly scripts: readonly Asset[]
  /** The islands that were built: pages work without any. */
  readonly islands: Readonly<Partial<Record<IslandName, Island>>>
}

interface Manifest {
  readonly files: readonly string[]
  readonly entries: Readonly<Record<string, { readonly file: string; readonly loads: readonly string[] }>>
}

// Both the path of this file and that of the image's single file lie two folders below the package's folder.
const styles = new URL('../../src/assets/', import.meta.url)
const builtIslands = new URL('../../dist/islands/', import.meta.url)

export async function readAssets(islandsFolder: URL = builtIslands): Promise<Assets> {
  const [style, icon, manifest] = await Promise.all([
    readAsset('style.css', 'text/css; charset=utf-8'),
    readAsset('icon.svg', 'image/svg+xml'),
    readManifest(islandsFolder),
  ])
  const { files, entries } = manifest
  return {
    style: { ...style, encoded: await encode(style.content) },
    icon,
    scripts: await Promise.all(files.map((file) => readScript(islandsFolder, file))),
    islands: Object.fromEntries(
      Object.entries(entries).map(([name, { file, loads }]) => [
        name,
        { path: scriptPath(file), imported: loads.map(scriptPath) },
      ]),
    ),
  }
}

async function readAsset(name: string, mediaType: string): Promise<Asset> {
  const content = await readFile(new URL(name, styles))
  return { path: `/assets/${hash('sha256', content, 'hex').slice(0, 16)}-${name}`, mediaType, content }
}

async function encode(content: Buffer): Promise<NonNullable<Asset['encoded']>> {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })])
  return { br, gzip: gz }
}

async function readManifest(folder: URL): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(new URL('manifest.json', folder), 'utf8')) as Manifest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { files: [], entries: {} }
    throw error
  }
}

const scriptPath = (file: string): string => `/assets/${file}`

async function readScript(folder: URL, file: string): Promise<Asset> {
  const read = (suffix: string): Promise<Buffer> => readFile(new URL(file + suffix, folder))
  const [content, br, gz] = await Promise.all([read(''), read('.br'), read('.gz')])
  return { path: scriptPath(file), mediaType: 'text/javascript; charset=utf-8', content, encoded: { br, gzip: gz } }
}
