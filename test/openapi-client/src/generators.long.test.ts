import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import { generateSource } from 'oazapfts'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from './compile.ts'
import { documentFolder, documents } from './documents.ts'

describe.each(documents)('the OpenAPI document %s', (name) => {
  it.each(Object.entries(generators))('gives a client that compiles, by %s', async (generator, generate) => {
    const folder = join(parent, `${name}-${generator.replaceAll(/\W/g, '-')}`)
    await mkdir(folder)
    await generate(join(documentFolder, `${name}.json`), folder)
    const files = (await readdir(folder))
      .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
      .map((file) => join(folder, file))
    expect(files).not.toEqual([])
    expect(compile(files, false)).toEqual([])
  })
})

let parent: string
beforeAll(async () => {
  await mkdir(join(import.meta.dirname, '../.local'), { recursive: true })
  parent = await mkdtemp(join(import.meta.dirname, '../.local/generated-'))
})
afterAll(() => rm(parent, { recursive: true }))

/** Each writes a client of a document into a folder. */
const generators: Readonly<Record<string, (document: string, folder: string) => Promise<unknown>>> = {
  'openapi-typescript': async (document, folder) =>
    writeFile(join(folder, 'types.ts'), astToString(await openapiTS(new URL(`file://${document}`), { silent: true }))),
  '@hey-api/openapi-ts': (document, folder) =>
    createClient({ input: document, output: folder, plugins: ['@hey-api/typescript'], logs: { level: 'silent' } }),
  // Its clients import '@oazapfts/runtime'.
  oazapfts: async (document, folder) => writeFile(join(folder, 'client.ts'), await generateSource(document)),
}
