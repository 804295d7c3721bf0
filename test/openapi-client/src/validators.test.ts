import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import SwaggerParser from '@apidevtools/swagger-parser'
import { validate as validateForReadme } from '@readme/openapi-parser'
import { validate as validateForScalar } from '@scalar/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { documentFolder, documents } from './documents.ts'

describe.each(documents)('the OpenAPI document %s', (name) => {
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
