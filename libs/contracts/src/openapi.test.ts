import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { bundledLanguagesInfo } from 'shiki'
import { describe, expect, it } from 'vitest'
import { highlightLanguages, openApiDocument, openApiText } from './index.ts'

interface Answer { content?: { 'application/json': { schema: { $ref: string }; example: unknown } }; headers: object }
interface DescribedOperation { requestBody?: Answer; responses: Record<string, Answer> }
const document = openApiDocument() as unknown as {
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, object> }
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'document', ...document })

const answers = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, operation]) => [
    ...Object.entries(operation.responses).map(([status, answer]) => ({ title: `${method} ${path} ${status}`, answer })),
    ...(operation.requestBody ? [{ title: `${method} ${path} request`, answer: operation.requestBody }] : []),
  ]))

describe('the OpenAPI document of the public API', () => {
  it('is committed as it is computed, byte for byte', () => {
    expect(readFileSync(new URL('../openapi/public-v1.json', import.meta.url), 'utf8')).toBe(openApiText())
  })

  it.each(answers.filter(({ answer }) => answer.content))('has an example that its own schema accepts: $title', ({ answer }) => {
    const { schema, example } = answer.content!['application/json']
    const validate = ajv.compile({ $ref: `document${schema.$ref}` })
    expect(validate(example), JSON.stringify(validate.errors)).toBe(true)
  })

  it.each([
    ['get', '/api/v1/courses/{courseId}/settings', ['200', '304', '400', '401', '403', '404', '500', '502']],
    ['put', '/api/v1/courses/{courseId}/settings', ['200', '400', '401', '403', '404', '409', '412', '413', '415', '428', '500', '502']],
    ['get', '/api/v1/openapi.json', ['200', '304', '400', '500']],
  ])('tells every status of %s %s', (method, path, statuses) => {
    expect(Object.keys(document.paths[path]![method]!.responses)).toEqual(statuses)
  })

  it('tells 405, 429 and 503 in its description and in no operation', () => {
    expect(openApiText()).toMatch(/405 `method_not_allowed`.*429 `rate_limited`.*503 `overloaded`/s)
    for (const { title } of answers) expect(title).not.toMatch(/ (405|429|503)$/)
  })

  it('holds no host name and no time', () => {
    expect(openApiText()).not.toMatch(/https?:\/\/(?!\[)[a-z0-9]|\d{4}-\d{2}-\d{2}T/)
  })
})

describe('highlightLanguages', () => {
  it('are the languages that Shiki bundles', () => {
    expect(highlightLanguages).toEqual(bundledLanguagesInfo.map(({ id }) => id).toSorted())
  })
})
