import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { manualGrading } from '../boundaries/manual-grading.ts'
import { openApiDocument, openApiText } from './open-api-document.ts'
import { frontendInternalDescription } from './frontend-internal-description.ts'
import { manualGradingDescription } from './manual-grading-description.ts'
import { publicApiDescription } from './public-api-description.ts'
import { publicDocumentText } from './public-document.ts'
import { readDocument } from './read-document.fixture.ts'

const committed = (file: string) => readFileSync(new URL(`../../openapi/${file}.json`, import.meta.url), 'utf8')

describe.each([
  ['public-v1', publicApiDescription],
  ['frontend-internal', frontendInternalDescription],
  ['manual-grading', manualGradingDescription],
])('the OpenAPI document %s', (file, description) => {
  const { operations, examples, problemsOf } = readDocument(description)

  it('is committed as it is computed, byte for byte', () => {
    expect(committed(file)).toBe(openApiText(description, committed(file)))
  })

  it('has exactly the operations of the contract', () => {
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      Object.keys(description.boundary.operations).toSorted(),
    )
  })

  it('shows a body that takes too long in its description and in no operation', () => {
    expect(JSON.stringify(openApiDocument(description))).toContain('408 `request_timeout`')
    for (const { responses } of operations) expect(responses).not.toHaveProperty('408')
  })

  it('describes exactly the tags that its operations have', () => {
    const used = new Set(operations.map(({ tags }) => tags.join()))
    expect(description.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted())
  })

  it.each(examples)('has an example that its own schema accepts: $title', ({ pointer, examples: given }) => {
    expect(given.length).toBeGreaterThan(0)
    for (const example of given) {
      expect(example).toBeDefined()
      expect(problemsOf(pointer, example)).toEqual([])
    }
  })

  it.each(operations)('shows every status and every problem of $operationId', ({ operationId, responses }) => {
    const { replies, problems } = description.boundary.operations[operationId]!
    const shown = problems.map((code) => description.boundary.problems[code]!.status)
    const statuses = new Set([...Object.keys(replies).map(Number), ...shown])
    expect(Object.keys(responses).map(Number)).toEqual([...statuses].toSorted((a, b) => a - b))
    for (const code of problems) {
      const { status, condition } = description.boundary.problems[code]!
      expect(responses[status]!.description).toContain(condition)
      const { example, examples: several } = responses[status]!.content!['application/json']!
      expect(JSON.stringify(several?.[code]?.value ?? example)).toContain(`"code":"${code}"`)
    }
  })
})

describe('a new operation', () => {
  it('is described after those that the committed document has, which keep their order', () => {
    const before = committed('manual-grading')
    const { operations } = manualGrading
    const boundary = {
      ...manualGrading,
      operations: { aNewOne: { ...operations.deleteCapability, path: '/new' }, ...operations },
    }
    const after = openApiText({ ...manualGradingDescription, boundary }, before)
    const idsIn = (text: string) => [...text.matchAll(/"operationId": "(\w+)"/g)].map(([, id]) => id)
    expect(idsIn(after)).toEqual([...idsIn(before), 'aNewOne'])
  })
})

describe('the OpenAPI document public-v1', () => {
  const { operations } = readDocument(publicApiDescription)

  it('shows 405, 408, 429 and 503 in its description and in no operation', () => {
    expect(publicDocumentText).toMatch(
      /405 `method_not_allowed`.*408 `request_timeout`.*429 `rate_limited`.*503 `overloaded`/s,
    )
    for (const { responses } of operations)
      for (const status of [405, 408, 429, 503]) expect(responses).not.toHaveProperty(String(status))
  })

  it('holds no host name and no time', () => {
    expect(publicDocumentText.replace('"http://127.0.0.1:8081"', '')).not.toMatch(
      /https?:\/\/(?!\[)[a-z0-9]|\d{4}-\d{2}-\d{2}T/,
    )
  })
})

describe('the OpenAPI document frontend-internal', () => {
  const { operation, operations } = readDocument(frontendInternalDescription)

  it('requires only the secret, or the secret and a session', () => {
    expect(operation('createSession').security).toEqual([{ frontendSecret: [] }])
    expect(operation('getSession').security).toEqual([{ frontendSecret: [], session: [] }])
    for (const { security } of operations) expect(security).toEqual([expect.objectContaining({ frontendSecret: [] })])
  })

  it('shows all problems of one status in one response, each with its condition and an example', () => {
    const refused = operation('getSession').responses['401']!
    const codes = ['invalid_frontend_secret', 'invalid_session', 'session_expired', 'invalid_upstream_token']
    expect(refused.description).toMatch(new RegExp(`^${codes.map((code) => `- \`${code}\`: .+`).join('\n')}$`))
    expect(Object.keys(refused.content!['application/json']!.examples!)).toEqual(codes)
    expect(refused.headers).toHaveProperty('WWW-Authenticate')
  })

  it('shows no 403 where strangers must not learn that there is something', () => {
    expect(operation('getCourse').responses).toHaveProperty('403')
    expect(operation('getCourseBySlug').responses).not.toHaveProperty('403')
  })

  it('asks for If-Match, and offers If-None-Match and X-Assessment-Revision, exactly where the contract does', () => {
    for (const { operationId, parameters = [] } of operations) {
      const { ifMatch, replies, assessmentRevision } = frontendInternalDescription.boundary.operations[operationId]!
      const headers = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name)
      const precondition = ifMatch ? ['If-Match'] : replies[304] ? ['If-None-Match'] : []
      expect(headers).toEqual([...precondition, ...(assessmentRevision ? ['X-Assessment-Revision'] : [])])
    }
  })

  it('shows bodies of CSV, files to keep, and bodies that may be left out', () => {
    expect(operation('importGraders').requestBody).toMatchObject({
      required: true,
      content: { 'text/csv': { schema: { type: 'string' } } },
    })
    expect(operation('refreshCourseTags').requestBody).toMatchObject({ required: false })
    expect(operation('exportGraders').responses['200']).toMatchObject({
      headers: { 'Content-Disposition': expect.anything() },
      content: { 'text/csv': { schema: { type: 'string' } } },
    })
    expect(operation('exportStudentData').responses['200']!.content!['application/json']!.schema).toEqual({
      type: 'object',
    })
  })

  it('shows how long to wait where the service sends it', () => {
    expect(operation('createSession').responses['429']!.headers).toHaveProperty('Retry-After')
    expect(operation('getSession').responses['503']!.headers).toHaveProperty('Retry-After')
    expect(operation('resolveDelivery').responses['409']!.headers).toHaveProperty('Retry-After')
    // A conflict that only another request can end has no known time.
    expect(operation('configureCourse').responses['409']!.headers).not.toHaveProperty('Retry-After')
  })
})

describe('the OpenAPI document manual-grading', () => {
  const { operation, operations } = readDocument(manualGradingDescription)

  it('asks for the secret at every operation, and for nothing else', () => {
    for (const { security } of operations) expect(security).toEqual([{ manualGradingSecret: [] }])
  })

  it('shows a callback URL where one is sent, and in no reply', () => {
    expect(JSON.stringify(operation('registerCapability').requestBody)).toContain('token=s')
    for (const { responses } of operations) expect(JSON.stringify(responses)).not.toMatch(/token=|https?:|grader\?/)
  })
})
