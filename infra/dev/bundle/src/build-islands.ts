import { globSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, isAbsolute, join, relative } from 'node:path'
import { type OutputChunk, type Plugin, rolldown, type RolldownLog } from 'rolldown'
import { digestOf, type IslandManifest, readCurrentManifest } from './island-manifest.ts'
import { type EncodedFile, encodeFile, writeIslands } from './write-islands.ts'

const checkout = join(import.meta.dirname, '../../../..')

/** Where the islands' sources are, and the folder that the files for browsers are written into. */
export interface IslandFolders {
  readonly sources: string
  readonly output: string
}

export const webIslands: IslandFolders = {
  sources: join(checkout, 'services/web/src/islands'),
  output: join(checkout, 'services/web/dist/islands'),
}

/** Chromium, Firefox and Safari of November 2024. It is about syntax: what a library of JavaScript lacks stays lacking. */
const browsers = ['chrome131', 'firefox132', 'safari18.1']

/**
 * Builds every `*.island.ts(x)`, unless the output is of these sources already. Rejects with what is wrong: a browser would fail at
 * what is only a warning here.
 */
export async function buildIslands(folders: IslandFolders = webIslands): Promise<IslandManifest> {
  const entries = entriesIn(folders.sources)
  const current = readCurrentManifest(folders.output, checkout, entries)
  if (current !== null) return current
  const { chunks, sources } = await bundleIslands(entries)
  const files = await Promise.all(chunks.map(async ({ fileName, code }) => encodeFile(fileName, code)))
  const manifest: IslandManifest = {
    digest: digestOf(checkout, entries, sources),
    sources: [...sources.keys()].sort(),
    files: files.map(({ name }) => name).sort(),
    entries: Object.fromEntries(
      Object.keys(entries).flatMap((name) => {
        const entry = chunks.find((chunk) => chunk.isEntry && chunk.name === name)
        return entry === undefined ? [] : [[name, loadingOf(entry, chunks, files)]]
      }),
    ),
  }
  await writeIslands(folders.output, manifest, files)
  return manifest
}

/** The paths of the modules that islands were made of, for the list of what an image holds. */
export const modulesOfIslands = ({ sources }: IslandManifest): string[] => sources.map((path) => join(checkout, path))

/** The entries by name. */
function entriesIn(folder: string): Record<string, string> {
  const files = globSync('*.island.{ts,tsx}', { cwd: folder }).sort()
  return Object.fromEntries(
    files.map((file) => [basename(file).replace(/\.island\.tsx?$/, ''), relative(checkout, join(folder, file))]),
  )
}

interface Bundled {
  readonly chunks: readonly OutputChunk[]
  /** What was read, by its path from the checkout. */
  readonly sources: ReadonlyMap<string, string>
}

async function bundleIslands(entries: Readonly<Record<string, string>>): Promise<Bundled> {
  if (Object.keys(entries).length === 0) return { chunks: [], sources: new Map() }
  const sources = new Map<string, string>()
  const importers = new Map<string, readonly string[]>()
  const warnings: RolldownLog[] = []
  const build = await rolldown({
    input: { ...entries },
    cwd: checkout,
    platform: 'browser',
    tsconfig: false,
    preserveEntrySignatures: false,
    transform: { target: browsers, jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [watchModules(sources, importers)],
    onLog: (level, log) => {
      if (level === 'warn' && log.code !== 'PLUGIN_TIMINGS') warnings.push(log)
    },
  })
  try {
    const names = '[hash:16]-[name].js'
    const { output } = await build.generate({
      format: 'esm',
      minify: true,
      comments: false,
      hashCharacters: 'hex',
      entryFileNames: names,
      chunkFileNames: names,
    })
    const problems = [
      ...warnings.map((warning) => problemOf(warning, importers)),
      ...output.filter(({ type }) => type !== 'chunk').map(({ fileName }) => `not a script: ${fileName}`),
    ]
    if (problems.length > 0) throw new Error(`The islands cannot be built:\n${problems.join('\n')}`)
    return { chunks: output.filter((file) => file.type === 'chunk'), sources }
  } finally {
    await build.close()
  }
}

/** Notes the text of each module as it was read, so that a change during the build is seen by the next one, and who imports it. */
function watchModules(sources: Map<string, string>, importers: Map<string, readonly string[]>): Plugin {
  return {
    name: 'watch-modules',
    transform: {
      order: 'pre',
      handler(code, id) {
        if (isAbsolute(id)) sources.set(relative(checkout, id), code)
      },
    },
    buildEnd() {
      for (const id of this.getModuleIds()) {
        const { importers: own = [], dynamicImporters = [] } = this.getModuleInfo(id) ?? {}
        importers.set(id, [...own, ...dynamicImporters])
      }
    },
  }
}

function problemOf({ message, id, exporter }: RolldownLog, importers: ReadonlyMap<string, readonly string[]>): string {
  if (id === undefined || exporter === undefined || !isBuiltin(exporter)) return message
  const chain = chainTo(id, importers).map((path) => relative(checkout, path))
  return `a browser has no ${exporter}: ${[...chain, exporter].join(' → ')}`
}

/** One way from an entry to a module. */
function chainTo(id: string, importers: ReadonlyMap<string, readonly string[]>): string[] {
  const chain = [id]
  for (;;) {
    const next = importers.get(chain[0] ?? '')?.find((importer) => !chain.includes(importer))
    if (next === undefined) return chain
    chain.unshift(next)
  }
}

/** An entry with the files that it imports at once, and all of their sizes. */
function loadingOf(
  entry: OutputChunk,
  chunks: readonly OutputChunk[],
  files: readonly EncodedFile[],
): IslandManifest['entries'][string] {
  const names = new Set([entry.fileName])
  for (const name of names)
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) names.add(imported)
  const bytes = files.filter(({ name }) => names.has(name)).reduce((sum, { br }) => sum + br.length, 0)
  return { file: entry.fileName, loads: [...names].slice(1), bytes }
}
