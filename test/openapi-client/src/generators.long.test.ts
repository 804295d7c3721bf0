import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import SwaggerParser from '@apidevtools/swagger-parser'
import { createClient } from '@hey-api/openapi-ts'
import { validate as validateForReadme } from '@readme/openapi-parser'
import { validate as validateForScalar } from '@scalar/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
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

  it.each(Object.entries(validators))('is accepted by %s', async (_validator, complaintOf) => {
    expect(await complaintOf(await read(name))).toBeNull()
  })
})

describe('a document with a mistake', () => {
  it.each(Object.entries(validators))('is refused by %s', async (_validator, complaintOf) => {
    const document = await read('public-v1')
    document.paths['/mistake'] = { get: { responses: 'none' } }
    expect(await complaintOf(document)).not.toBeNull()
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

type Document = Record<string, unknown> & { paths: Record<string, unknown> }

/** Each returns its complaint, or null. A validator may change the document that it is given. */
const validators: Readonly<Record<string, (document: Document) => Promise<unknown>>> = {
  '@apidevtools/swagger-parser': (document) =>
    SwaggerParser.validate(document as never).then(
      () => null,
      (error: unknown) => error,
    ),
  '@readme/openapi-parser': async (document) => {
    const result = await validateForReadme(document as never)
    return result.valid ? null : result
  },
  '@scalar/openapi-parser': async (document) => {
    const result = await validateForScalar(document)
    return result.valid ? null : result.errors
  },
  '@seriousme/openapi-schema-validator': async (document) => {
    const result = await new Validator().validate(document)
    return result.valid ? null : result.errors
  },
}

const read = async (name: string): Promise<Document> =>
  JSON.parse(await readFile(join(documentFolder, `${name}.json`), 'utf8'))
