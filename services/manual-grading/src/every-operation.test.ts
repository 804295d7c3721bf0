import { manualGrading } from '@course-grading/contracts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ask as askService,
  type NamedOperation,
  operations,
  type OperationRequest,
  pathOf,
  queryOf,
  sendRaw,
  verdictOf,
  writes,
} from './every-operation.fixture.ts'
import { graderSecret, startReplica, startTestService, type TestService } from './service.fixture.ts'

const previousSecret = 'the-secret-that-was-before-11111111111111'
let service: TestService
beforeAll(async () => {
  service = await startTestService({ MANUAL_GRADING_SECRET_PREVIOUS: previousSecret })
  await service.register(3001)
})
afterAll(() => service.stop())

const ask = (operation: NamedOperation, request?: OperationRequest): Promise<Response> =>
  askService(service, operation, request)

describe('the secret, at every operation', () => {
  it.each(operations)('%s refuses a caller without it, or with a wrong one', async (...operation) => {
    for (const secret of [null, '', `${graderSecret}0`, 'x'.repeat(8000)]) {
      expect(await verdictOf(await ask(operation, { secret }))).toEqual([401, 'invalid_manual_grading_secret'])
    }
  })

  it.each(operations)('%s refuses one that stands twice', async (_name, operation) => {
    const { status, text } = await sendRaw(service, operation.method, pathOf(operation), {
      headers: { 'X-Service-Manual-Grading-Secret': [graderSecret, graderSecret] },
    })
    expect([status, JSON.parse(text)]).toMatchObject([401, { code: 'invalid_manual_grading_secret' }])
  })

  it.each(operations)('%s takes each of the two active ones', async (...operation) => {
    for (const secret of [graderSecret, previousSecret]) {
      const { status } = await ask(operation, { secret, query: '?surprise=1' })
      expect(status).not.toBe(401)
    }
  })

  it('is refused alike whatever is wrong with it', async () => {
    const given = [
      [],
      ['wrong'],
      [''],
      [graderSecret, graderSecret],
      ['x'.repeat(8000)],
      [`${graderSecret}, ${graderSecret}`],
    ]
    const answers = await Promise.all(
      given.map((lines) =>
        sendRaw(service, 'GET', '/manual-grading/exercises/1103/course', {
          headers: { 'X-Service-Manual-Grading-Secret': lines, 'X-Request-ID': 'the-same-id' },
        }),
      ),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.status).toBe(401)
  })

  it('is looked at before parameters, and before the database: 401, not 400 or 500', async () => {
    expect(
      await verdictOf(await service.request('GET', '/manual-grading/exercises/x/course', { secret: null })),
    ).toEqual([401, 'invalid_manual_grading_secret'])
    expect(await verdictOf(await service.request('GET', '/manual-grading/exercises/x/course'))).toEqual([
      400,
      'validation_failed',
      '$.exerciseId invalid_format',
    ])
  })

  it('is told in the log by an event of its own', async () => {
    await service.request('GET', '/manual-grading/exercises/1103/course', { secret: 'wrong' })
    expect(service.logLines.some((line) => line.includes('manual_grading_secret_refused'))).toBe(true)
  })
})

const notIds = ['0', '-1', '011', '1.5', '+1', '1e1', 'x', '%20', '%00', '%D9%A1', '9007199254740992']

describe('the path of every operation', () => {
  it.each(operations)(
    '%s: another method is refused before the secret, and the allowed ones are told',
    async (_name, operation) => {
      const answer = await service.request('PATCH', pathOf(operation), { secret: null })
      expect(answer.headers.get('allow')?.split(', ')).toContain(operation.method.toUpperCase())
      expect(await verdictOf(answer)).toEqual([405, 'method_not_allowed'])
    },
  )

  it.each([
    '/',
    '/manual-grading',
    '/manual-grading/capabilities/',
    '/manual-grading/Capabilities',
    '/manual-grading/capabilities/1/2',
    '/frontend/session',
  ])('%s is no path', async (path) => {
    expect(await verdictOf(await service.request('GET', path, { secret: null }))).toEqual([404, 'not_found'])
  })

  const reads = operations.filter(([, { method }]) => method === 'get')
  it.each(reads)('%s leaves a body of its GET unread, and closes', async (_name, operation) => {
    const { status, headers } = await sendRaw(service, 'GET', pathOf(operation), {
      body: '{',
      headers: { 'X-Service-Manual-Grading-Secret': 'wrong' },
    })
    expect([status, headers['connection']]).toEqual([401, 'close'])
  })

  const withIds = operations.flatMap(([name, operation]) =>
    Object.keys(operation.params?.properties ?? {}).map((param) => [name, operation, param] as const),
  )
  it.each(withIds)('%s refuses what cannot be its id', async (name, operation, param) => {
    for (const value of notIds) {
      const [status, code, issue] = await verdictOf(await ask([name, operation], { params: { [param]: value } }))
      expect([status, code, String(issue).split(' ')[0]]).toEqual([400, 'validation_failed', `$.${param}`])
    }
  })
})

describe('the query of every operation', () => {
  const withQuery = operations.filter(([, { query }]) => query !== undefined)
  it.each(withQuery)(
    '%s refuses a parameter that it does not know, and one that stands twice',
    async (...operation) => {
      const known = '?courseId=11&exerciseId=1103'
      expect(await verdictOf(await ask(operation, { query: `${known}&surprise=1` }))).toEqual([
        400,
        'validation_failed',
        '$.surprise unknown_field',
      ])
      expect(await verdictOf(await ask(operation, { query: `${known}&courseId=11` }))).toEqual([
        400,
        'validation_failed',
        '$.courseId duplicate',
      ])
    },
  )

  it.each(withQuery.filter(([, { query }]) => query?.required?.includes('courseId')))(
    '%s needs both ids',
    async (...operation) => {
      for (const [query, path] of [
        ['?courseId=11', '$.exerciseId required'],
        ['?exerciseId=1103', '$.courseId required'],
      ] as const) {
        expect(await verdictOf(await ask(operation, { query }))).toEqual([400, 'validation_failed', path])
      }
    },
  )

  it.each(operations.filter(([, { query }]) => query === undefined))('%s refuses any', async (...operation) => {
    expect(await verdictOf(await ask(operation, { query: '?courseId=11' }))).toEqual([
      400,
      'validation_failed',
      '$.courseId unknown_field',
    ])
  })

  const malformed: Readonly<Record<string, readonly string[]>> = {
    courseId: notIds,
    exerciseId: notIds,
    submissionId: notIds,
    state: ['', 'deleted', 'STORED'],
    limit: ['', '0', '201', '1.5', 'x'],
    cursor: ['', 'x'.repeat(513)],
  }
  const parameters = withQuery.flatMap(([name, operation]) =>
    Object.keys(operation.query?.properties ?? {}).map((parameter) => [name, parameter, operation] as const),
  )
  it.each(parameters)('%s refuses a %s that cannot be', async (name, parameter, operation) => {
    for (const value of malformed[parameter]!) {
      const query = new URLSearchParams({ courseId: '11', exerciseId: '1103' })
      query.delete(parameter)
      const [status, code, issue] = await verdictOf(
        await ask([name, operation], { query: `?${query}&${parameter}=${value}` }),
      )
      expect([status, code, String(issue).split(' ')[0]]).toEqual([400, 'validation_failed', `$.${parameter}`])
    }
  })
})

describe('the body of every write', () => {
  it.each(writes)('%s refuses another media type', async (...operation) => {
    const answer = await ask(operation, { body: 'x', headers: { 'Content-Type': 'text/plain' } })
    expect(await verdictOf(answer)).toEqual([415, 'unsupported_media_type'])
  })

  it.each(writes)('%s refuses a content coding, and a media type that stands twice', async (...operation) => {
    expect(await verdictOf(await ask(operation, { body: '{}', headers: { 'Content-Encoding': 'gzip' } }))).toEqual([
      415,
      'unsupported_media_type',
    ])
    const { status, text } = await sendRaw(service, operation[1].method, pathOf(operation[1]) + queryOf(operation[1]), {
      body: '{}',
      headers: { 'Content-Type': ['application/json', 'application/json'] },
    })
    expect([status, JSON.parse(text)]).toMatchObject([415, { code: 'unsupported_media_type' }])
  })

  it.each(writes)('%s refuses one byte too many', async (...operation) => {
    expect(await verdictOf(await ask(operation, { body: ' '.repeat(2_000_001) }))).toEqual([413, 'payload_too_large'])
  })

  it.each(writes)('%s refuses what is no JSON', async (...operation) => {
    for (const body of [
      '{',
      'null x',
      '\u{feff}{}',
      '{"a":1,"a":2}',
      '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]',
    ]) {
      expect((await verdictOf(await ask(operation, { body }))).slice(0, 2)).toEqual([400, 'validation_failed'])
    }
    expect(await verdictOf(await ask(operation, { body: '{' }))).toEqual([400, 'validation_failed', '$ malformed_json'])
  })

  it.each(writes)('%s refuses a field that it does not know, and what is no object', async (...operation) => {
    const body = { ...(operation[1].body && service.registrationOf(3001)), surprise: 1 }
    expect(await verdictOf(await ask(operation, { body }))).toEqual([
      400,
      'validation_failed',
      '$.surprise unknown_field',
    ])
    for (const other of ['[]', 'null', '1', '""'])
      expect(await verdictOf(await ask(operation, { body: other }))).toEqual([
        400,
        'validation_failed',
        '$ invalid_type',
      ])
  })
})

/** How each refusal comes about; the database's and the secret's have their own tests. */
const provoked: Readonly<Record<string, (operation: NamedOperation) => Promise<Response>>> = {
  validation_failed: (operation) => ask(operation, { query: '?surprise=1' }),
  payload_too_large: (operation) => ask(operation, { body: ' '.repeat(2_000_001) }),
  unsupported_media_type: (operation) => ask(operation, { body: 'x', headers: { 'Content-Type': 'text/plain' } }),
  invalid_cursor: (operation) => ask(operation, { query: '?courseId=11&exerciseId=1103&cursor=x' }),
  callback_not_allowed: (operation) =>
    ask(operation, { body: service.registrationOf(3001, { callbackUrl: 'https://plus.example.org/' }) }),
  not_found: (operation) =>
    ask(operation, {
      params: { submissionId: '3999', exerciseId: '999' },
      ...(operation[1].body && { body: service.registrationOf(3001, { exerciseId: 999 }) }),
    }),
  fixtures_disabled: async (operation) => {
    const without = await startReplica(service, { FIXTURE_TOOLING: 'disabled' })
    return await askService(
      without,
      operation,
      operation[1].body && { body: service.registrationOf(3001, { fixture: true }) },
    ).finally(() => without.stop())
  },
  delivery_pending: (operation) => ask(operation, ofSubmission(operation, 3002)),
  delivery_ambiguous: (operation) => ask(operation, ofSubmission(operation, 3003)),
}
const ofSubmission = ([, { body }]: NamedOperation, submissionId: number): OperationRequest =>
  body ? { body: service.registrationOf(submissionId) } : { params: { submissionId: String(submissionId) } }

describe('every refusal that the contract lists', () => {
  beforeAll(async () => {
    for (const submissionId of [3002, 3003]) await service.register(submissionId)
    await service.putAmbiguous(await service.complete(3003))
    await service.complete(3002)
  })

  const elsewhere = ['invalid_manual_grading_secret', 'internal', 'overloaded']
  const refusals = operations.flatMap(([name, operation]) =>
    [...new Set(operation.problems)]
      .filter((code) => !elsewhere.includes(code))
      .map((code) => [name, code, operation] as const),
  )
  it.each(refusals)('%s: %s', async (name, code, operation) => {
    const [status, given] = await verdictOf(await provoked[code]!([name, operation]))
    expect([status, given]).toEqual([manualGrading.problems[code as keyof typeof manualGrading.problems].status, code])
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
    const answers = await Promise.all(operations.map((operation) => askService(lost, operation)))
    expect(await Promise.all(answers.map(verdictOf))).toEqual(operations.map(() => [500, 'internal']))
    expect(
      await verdictOf(await lost.request('GET', '/manual-grading/exercises/1103/course', { secret: 'wrong' })),
    ).toEqual([401, 'invalid_manual_grading_secret'])
    await lost.stop()
  })
})
