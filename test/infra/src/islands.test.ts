import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { buildIslands, islandLimits, webIslands } from '@course-grading/bundle'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { inRepository } from './infra-files.ts'

describe('the islands of the web frontend', () => {
  it('load no more at first than each of them may', async () => {
    const { entries } = await buildIslands({ ...webIslands, output })
    expect(Object.keys(entries)).toEqual(['grading', 'rubric', 'staff'])
    for (const [name, { bytes }] of Object.entries(entries))
      expect(bytes, name).toBeLessThanOrEqual(islandLimits[name]!)
  })
})

describe('the build of islands', () => {
  it('makes a module for browsers of each, with what they have in common apart', async () => {
    const { entries } = await build({
      'one.island.tsx':
        "import { shared } from './shared.ts'\ndocument.title = shared + 'one'\nconst a = () => <p>{a}</p>\nexport { a }",
      'two.island.ts': "import { shared } from './shared.ts'\ndocument.title = shared + 'two'",
      'shared.ts': `export const shared: string = '${'x'.repeat(300)}' + document.title`,
    })
    expect(Object.keys(entries)).toEqual(['one', 'two'])
    expect(entries['one']?.loads).toEqual(entries['two']?.loads)
    expect(await textOf(entries['two']?.file)).toMatch(/^import\{\w\}? ?.*from"\.\/[0-9a-f]{16}-shared\.js";/)
  })

  it('counts of an island what it loads at first, and not what it loads later', async () => {
    const files = {
      'a.island.ts': "import { b } from './b.ts'\nb(() => import('./c.ts'))",
      'b.ts': 'export const b = (x: unknown) => document.append(String(x))',
      'c.ts': `document.title = '${'x'.repeat(90)}'`,
    }
    const { entries } = await build(files)
    const { file, loads, bytes } = entries['a']!
    const sizes = await Promise.all([file, ...loads].map(async (name) => (await stat(join(output, `${name}.br`))).size))
    expect(bytes).toBe(sizes.reduce((sum, size) => sum + size, 0))
    expect((await readdir(output)).filter((name) => name.endsWith('-c.js'))).toHaveLength(1)
    expect(loads.join()).not.toContain('-c.js')
  })

  it('writes each file also with brotli and gzip', async () => {
    const { files } = await build(oneIsland)
    for (const file of files) {
      const read = (suffix: string) => readFile(join(output, file + suffix))
      expect(brotliDecompressSync(await read('.br'))).toEqual(await read(''))
      expect(gunzipSync(await read('.gz'))).toEqual(await read(''))
    }
  })

  it('fails at a module of Node, and names the way to it', async () => {
    const files = {
      'a.island.ts': "import { b } from './b.ts'\nb()",
      'b.ts': "import { join } from 'node:path'\nexport const b = () => join('a', 'b')",
    }
    await expect(build(files)).rejects.toThrow(/a browser has no node:path: .*\/a\.island\.ts → .*\/b\.ts → node:path$/)
  })

  it('fails at what is not there', async () => {
    await expect(build({ 'a.island.ts': "import 'nothing-of-ours'" })).rejects.toThrow('nothing-of-ours')
  })

  it('is skipped while its sources stay', async () => {
    await build(oneIsland)
    const before = await stat(join(output, 'manifest.json'))
    await build(oneIsland)
    expect((await stat(join(output, 'manifest.json'))).ino).toBe(before.ino)
  })

  it.each([
    ['a source', { 'b.ts': 'export const b = "changed"' }],
    ['an entry that is new', { 'other.island.ts': 'document.title = "other"' }],
  ])('is done again after a change of %s', async (_what, change) => {
    const before = await build(oneIsland)
    expect((await build(change)).files).not.toEqual(before.files)
  })

  it('is done again where a file is missing', async () => {
    const { files } = await build(oneIsland)
    await rm(join(output, files[0]!))
    await build({})
    expect(await readdir(output)).toContain(files[0])
  })

  it('leaves the files of an earlier build for an hour, for a process that is reading them', async () => {
    const { files: before } = await build(oneIsland)
    await build({ 'b.ts': 'export const b = "second"' })
    expect(await readdir(output)).toContain(before[0])
    const longAgo = Date.now() / 1000 - 3700
    await utimes(join(output, before[0]!), longAgo, longAgo)
    await build({ 'b.ts': 'export const b = "third"' })
    expect(await readdir(output)).not.toContain(before[0])
  })
})

const oneIsland = {
  'a.island.ts': "import { b } from './b.ts'\ndocument.title = b",
  'b.ts': 'export const b = "first"',
}

const parent = await mkdtemp(join(tmpdir(), 'islands-'))
afterAll(() => rm(parent, { recursive: true }))
const sources = join(parent, 'sources')
const output = join(parent, 'output')
beforeEach(async () => {
  for (const folder of [sources, output]) await rm(folder, { recursive: true, force: true })
  await mkdir(sources)
  // Where the browser's JSX comes from.
  await symlink(inRepository('services/web/node_modules'), join(sources, 'node_modules'))
})

/** Writes sources beside those that are there, and builds all. */
async function build(files: Readonly<Record<string, string>>): ReturnType<typeof buildIslands> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(sources, name), text)
  return await buildIslands({ sources, output })
}

const textOf = (file = ''): Promise<string> => readFile(join(output, file), 'utf8')
