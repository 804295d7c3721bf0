import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What `manifest.json` says of the files beside it. The web frontend reads `entries`. */
export interface IslandManifest {
  /** Of all that the files were made from. */
  readonly digest: string
  /** The modules, by their paths from the checkout. */
  readonly sources: readonly string[]
  readonly files: readonly string[]
  /** By the names of islands: the file, the files that it imports at once, and the bytes of all of them with brotli. */
  readonly entries: Readonly<
    Record<string, { readonly file: string; readonly loads: readonly string[]; readonly bytes: number }>
  >
}

export const manifestName = 'manifest.json'

type Entries = Readonly<Record<string, string>>

/** The manifest of a build of just these sources; null if something has changed since, or a file is missing. */
export function readCurrentManifest(output: string, checkout: string, entries: Entries): IslandManifest | null {
  try {
    const manifest = JSON.parse(readFileSync(join(output, manifestName), 'utf8')) as IslandManifest
    const sources = new Map(manifest.sources.map((path) => [path, readFileSync(join(checkout, path), 'utf8')]))
    const isWhole = manifest.files.every((file) => existsSync(join(output, file)))
    return isWhole && manifest.digest === digestOf(checkout, entries, sources) ? manifest : null
  } catch {
    return null
  }
}

/** A digest of the sources, and of what decides what is made of them: the lockfile, the manifests of packages, and the build itself. */
export function digestOf(checkout: string, entries: Entries, sources: ReadonlyMap<string, string>): string {
  const manifests = new Set(
    [...sources.keys()].map((path) => path.replace(/^([^/]+\/[^/]+)\/src\/.*$/, '$1/package.json')),
  )
  const others = [
    'pnpm-lock.yaml',
    ...[...manifests].filter((path) => path.endsWith('/package.json')),
    ...globSync('infra/dev/bundle/src/*island*.ts', { cwd: checkout }),
  ]
  const texts = [...sources, ...others.map((path) => [path, readFileSync(join(checkout, path), 'utf8')] as const)]
  return hash('sha256', JSON.stringify([entries, texts.toSorted(([a], [b]) => (a < b ? -1 : 1))]), 'hex')
}
