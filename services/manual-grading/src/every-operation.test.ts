import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { manualGrading, type Operation } from '@course-grading/contracts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graderSecret, type GraderRequest, startTestService, type TestService } from './service.fixture.ts'

const previousSecret = 'the-secret-that-was-before-11111111111111'
let service: TestService
beforeAll(async () => {
  service = await startTestService({ MANUAL_GRADING_SECRET_PREVIOUS: previousSecret })
  await service.register(3001)
})
afterAll(() => service.stop())

type NamedOperation = readonly [name: string, operation: Operation]
const operations: readonly NamedOperation[] = Object.entries<Operation>(manualGrading.operations)
const placeholders: Readonly<Record<string, string>> = { submissionId: '3001', exerciseId: '1103' }
const pathOf = ({ path }: Operation, values: Readonly<Record<string, string>> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? placeholders[name] ?? '')
const queryOf = ({ query }: Operation): string => (query?.required?.includes('courseId') ? '?courseId=11&exerciseId=1103' : '')

interface Asked extends GraderRequest {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
}
const ask = ([, operation]: NamedOperation, { params, query = queryOf(operation), ...request }: Asked = {}): Promise<Response> =>
  service.request(operation.method.toUpperCase(), `${pathOf(operation, params)}${query}`, {
    ...(operation.body && { body: service.registrationOf(3001) }), ...request,
  })

interface ErrorBody { readonly code?: string; readonly requestId?: string; readonly fieldErrors?: readonly { path: string; code: string; message: string }[] }
async function verdictOf(answer: Response): Promise<unknown[]> {
  const { code, requestId, fieldErrors = [] } = await answer.json() as ErrorBody
  expect(requestId).toBe(answer.headers.get('x-request-id'))
  return [answer.status, code, ...fieldErrors.slice(0, 1).map((issue) => `${issue.path} ${issue.code}`)]
}

/** Header lines that stand twice, which `fetch` would join. */
async function sendRaw(path: string, headers: OutgoingHttpHeaders): Promise<readonly [number | undefined, unknown, string]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly [number | undefined, unknown, string]>()
  httpRequest(`${service.url}${manualGrading.prefix}${path}`, { agent: false, headers }, (answer) => {
    const { date: _date, ...rest } = answer.headers
    buffer(answer).then((bytes) => resolve([answer.statusCode, rest, bytes.toString()]), reject)
  }).on('error', reject).end()
  return await promise
}

describe('the secret, at every operation', () => {
  it.each(operations)('%s refuses a caller without it, or with a wrong one', async (...operation) => {
    for (const secret of [null, '', `${graderSecret}0`, 'x'.repeat(8000)]) {
      expect(await verdictOf(await ask(operation, { secret }))).toEqual([401, 'invalid_manual_grading_secret'])
    }
  })

  it.each(operations)('%s takes each of the two active ones', async (...operation) => {
    for (const secret of [graderSecret, previousSecret]) {
      const { status } = await ask(operation, { secret, query: '?surprise=1' })
      expect(status).not.toBe(401)
    }
  })

  it('is refused alike whatever is wrong with it', async () => {
    const given = [[], ['wrong'], [''], [graderSecret, graderSecret], ['x'.repeat(8000)], [`${graderSecret}, ${graderSecret}`]]
    const answers = await Promise.all(given.map((lines) => sendRaw('/manual-grading/exercises/1103/course', {
      'X-Service-Manual-Grading-Secret': lines, 'X-Request-ID': 'the-same-id',
    })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.[0]).toBe(401)
  })

  it('is looked at before parameters, and before the database: 401, not 400 or 500', async () => {
    expect(await verdictOf(await service.request('GET', '/manual-grading/exercises/x/course', { secret: null }))).toEqual([401, 'invalid_manual_grading_secret'])
    expect(await verdictOf(await service.request('GET', '/manual-grading/exercises/x/course'))).toEqual([400, 'validation_failed', '$.exerciseId invalid_format'])
  })

  it('is told in the log by an event of its own', async () => {
    await service.request('GET', '/manual-grading/exercises/1103/course', { secret: 'wrong' })
    expect(service.logLines.some((line) => line.includes('manual_grading_secret_refused'))).toBe(true)
  })
})

describe('the path of every operation', () => {
  it.each(operations)('%s: another method is refused before the secret, and the allowed ones are told', async (_name, operation) => {
    const answer = await service.request('PATCH', pathOf(operation), { secret: null })
    expect(answer.headers.get('allow')?.split(', ')).toContain(operation.method.toUpperCase())
    expect(await verdictOf(answer)).toEqual([405, 'method_not_allowed'])
  })

  it.each(['/', '/manual-grading', '/manual-grading/capabilities/', '/manual-grading/Capabilities', '/manual-grading/capabilities/1/2', '/frontend/session'])('%s is no path', async (path) => {
    expect(await verdictOf(await service.request('GET', path, { secret: null }))).toEqual([404, 'not_found'])
  })

  const withIds = operations.flatMap(([name, operation]) => Object.keys(operation.params?.properties ?? {}).map((param) => [name, operation, param] as const))
  it.each(withIds)('%s refuses what cannot be its id', async (name, operation, param) => {
    for (const value of ['0', '-1', '011', '1.5', '+1', '1e1', 'x', '%20', '%00', '%D9%A1', '9007199254740992']) {
      const [status, code, issue] = await verdictOf(await ask([name, operation], { params: { [param]: value } }))
      expect([status, code, String(issue).split(' ')[0]]).toEqual([400, 'validation_failed', `$.${param}`])
    }
  })
})

describe('the query of every operation', () => {
  const withQuery = operations.filter(([, { query }]) => query !== undefined)
  it.each(withQuery)('%s refuses a parameter that it does not know, and one that stands twice', async (...operation) => {
    const known = '?courseId=11&exerciseId=1103'
    expect(await verdictOf(await ask(operation, { query: `${known}&surprise=1` }))).toEqual([400, 'validation_failed', '$.surprise unknown_field'])
    expect(await verdictOf(await ask(operation, { query: `${known}&courseId=11` }))).toEqual([400, 'validation_failed', '$.courseId duplicate'])
  })

  it.each(withQuery.filter(([, { query }]) => query?.required?.includes('courseId')))('%s needs both ids', async (...operation) => {
    for (const [query, path] of [['?courseId=11', '$.exerciseId required'], ['?exerciseId=1103', '$.courseId required']] as const) {
      expect(await verdictOf(await ask(operation, { query }))).toEqual([400, 'validation_failed', path])
    }
  })
})

describe('the body of every write', () => {
  const writes = operations.filter(([, { method }]) => method !== 'get')
  it.each(writes)('%s refuses another media type', async (...operation) => {
    const answer = await ask(operation, { body: 'x', headers: { 'Content-Type': 'text/plain' } })
    expect(await verdictOf(answer)).toEqual([415, 'unsupported_media_type'])
  })

  it.each(writes)('%s refuses one byte too many', async (...operation) => {
    expect(await verdictOf(await ask(operation, { body: ' '.repeat(2_000_001) }))).toEqual([413, 'payload_too_large'])
  })

  it.each(writes)('%s refuses what is no JSON', async (...operation) => {
    expect(await verdictOf(await ask(operation, { body: '{' }))).toEqual([400, 'validation_failed', '$ malformed_json'])
  })
})

describe('the database, at every operation', () => {
  it('is waited for no longer than its limit: overloaded, with nothing changed', async () => {
    const owner = new pg.Client({ connectionString: service.database.ownerUrl })
    await owner.connect()
    await owner.query('BEGIN; LOCK TABLE capability, submission, course_settings, delivery, completed_result')
    const answers = await Promise.all(operations.map((operation) => ask(operation)))
    await owner.query('ROLLBACK')
    await owner.end()
    expect(answers.map((answer) => answer.headers.get('retry-after'))).toEqual(operations.map(() => '1'))
    expect(await Promise.all(answers.map(verdictOf))).toEqual(operations.map(() => [503, 'overloaded']))
  })

  it('is told of by nothing when it is gone', async () => {
    const lost = await startTestService()
    await lost.database.drop()
    const answers = await Promise.all(operations.map(([, operation]) => lost.request(operation.method.toUpperCase(), `${pathOf(operation)}${queryOf(operation)}`, {
      ...(operation.body && { body: lost.registrationOf(3001) }),
    })))
    expect(await Promise.all(answers.map(verdictOf))).toEqual(operations.map(() => [500, 'internal']))
    expect(await verdictOf(await lost.request('GET', '/manual-grading/exercises/1103/course', { secret: 'wrong' }))).toEqual([401, 'invalid_manual_grading_secret'])
    await lost.stop()
  })
})
