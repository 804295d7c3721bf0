import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

interface WrittenIslands {
  readonly folder: URL
  readonly remove: () => Promise<void>
}

/** A folder as the build of islands leaves it, with these files: the islands are named in theirs, and import `shared`. */
export async function writeIslands(files: Readonly<Record<string, string>>): Promise<WrittenIslands> {
  const path = await mkdtemp(join(tmpdir(), 'islands-'))
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(path, name), text)
    for (const coding of ['br', 'gz']) await writeFile(join(path, `${name}.${coding}`), `${text}, ${coding}`)
  }
  const names = Object.keys(files)
  const loads = names.filter((name) => name.endsWith('-shared.js'))
  const entries = Object.fromEntries(
    names.flatMap((file) => (loads.includes(file) ? [] : [[/-(\w+)\.js$/.exec(file)?.[1], { file, loads }]])),
  )
  await writeFile(join(path, 'manifest.json'), JSON.stringify({ files: names, entries }))
  return { folder: pathToFileURL(`${path}/`), remove: () => rm(path, { recursive: true }) }
}
