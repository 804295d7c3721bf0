import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

interface WrittenIslands {
  readonly folder: URL
  readonly remove: () => Promise<void>
}

/** A folder as the build of islands leaves it, with these files; `grading` is the first and imports the others. */
export async function writeIslands(files: Readonly<Record<string, string>>): Promise<WrittenIslands> {
  const path = await mkdtemp(join(tmpdir(), 'islands-'))
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(path, name), text)
    for (const coding of ['br', 'gz']) await writeFile(join(path, `${name}.${coding}`), `${text}, ${coding}`)
  }
  const [file, ...loads] = Object.keys(files)
  await writeFile(
    join(path, 'manifest.json'),
    JSON.stringify({ files: Object.keys(files), entries: { grading: { file, loads } } }),
  )
  return { folder: pathToFileURL(`${path}/`), remove: () => rm(path, { recursive: true }) }
}
