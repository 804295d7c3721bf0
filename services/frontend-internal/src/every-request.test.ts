import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placeDelivery } from './delivery/deliveries.fixture.ts'
import { ask, issuesOf, operations, pathOf, problemOf, sendRaw, verdictOf, writes } from './every-operation.fixture.ts'
import { startTestService, type TestService } from './service.fixture.ts'

let service: TestService
/** Of the demo course: this person may do everything there. */
let session: string
beforeAll(async () => {
  service = await startTestService()
  session = await service.signIn(101)
  await placeDelivery(service)
})
afterAll(() => service.stop())

const propertiesOf = (schema: { properties: Readonly<Record<string, object>> } | undefined): [string, Schema][] =>
  Object.entries(schema?.properties ?? {})
interface Schema {
  type?: string
  enum?: readonly unknown[]
  minimum?: number
  maximum?: number
  maxLength?: number
}
describe('the parameters in the path', () => {
  const cases = operations.flatMap(([name, operation]) =>
    propertiesOf(operation.params).map(([param, schema]) => ({ name, operation, param, schema })),
  )
  const notIds = [
    '0',
    '-1',
    '011',
    '1.5',
    '+1',
    '1e1',
    '11x',
    'x',
    '%20',
    '%00',
    '%D9%A1',
    '9007199254740992',
    '9'.repeat(40),
  ]
  const notSlugs = ['Programming-1', 'a--b', '-a', 'a_b', '%20', '%00', 'x'.repeat(65), '\u00e4'].map(encodeURI)

  it.each(cases)(
    '$name rejects what cannot be its $param, and names its path',
    async ({ name, operation, param, schema }) => {
      const wrong = schema.type === 'integer' ? notIds : notSlugs
      for (const value of wrong) {
        const reply = await ask(service, [name, operation], { session, params: { [param]: value } })
        expect(await problemOf(reply)).toEqual([400, 'validation_failed', `$.${param}`])
      }
    },
  )

  const largest = String(Number.MAX_SAFE_INTEGER)
  it.each(cases.filter(({ schema }) => schema.type === 'integer'))(
    '$name finds nothing at the largest $param there can be',
    async ({ name, operation, param }) => {
      const [status] = await verdictOf(await ask(service, [name, operation], { session, params: { [param]: largest } }))
      expect(status).toBe(param === 'courseId' ? 403 : 404)
    },
  )

  it('are all reported at once', async () => {
    expect(await issuesOf(await service.request('GET', '/courses/x/students/0', { session }))).toEqual([
      '$.courseId invalid_format',
      '$.userId invalid_format',
    ])
  })
})

describe('the parameters in the query', () => {
  const withQuery = operations.filter(([, { query }]) => query !== undefined)
  const cases = withQuery.flatMap(([name, operation]) =>
    propertiesOf(operation.query).map(([param, schema]) => ({ name, operation, param, schema })),
  )
  const wrongOf = ({ type, enum: values, minimum, maximum, maxLength }: Schema): string[] => [
    ...(type === 'integer' ? ['', 'x', '1.0', `${(minimum ?? 0) - 1}`, `${(maximum ?? 0) + 1}`] : []),
    ...(type === 'boolean' ? ['', '1', 'True', 'yes'] : []),
    ...(values ? ['', 'x'] : []),
    ...(maxLength === undefined ? [] : ['', 'x'.repeat(maxLength + 1), '%00', '%ff']),
  ]

  it.each(operations)('%s rejects one that it does not know', async (...operation) => {
    expect(await problemOf(await ask(service, operation, { session, query: '?surprise=1' }))).toEqual([
      400,
      'validation_failed',
      '$.surprise',
    ])
  })

  it.each(cases)('$name rejects $param when it is there twice', async ({ name, operation, param, schema }) => {
    const value = schema.type === 'boolean' ? 'true' : '1'
    const reply = await ask(service, [name, operation], { session, query: `?${param}=${value}&${param}=${value}` })
    const issues = await issuesOf(reply)
    expect([reply.status, issues.at(-1)]).toEqual([400, `$.${param} duplicate`])
  })

  it.each(cases)('$name rejects what cannot be $param', async ({ name, operation, param, schema }) => {
    expect(wrongOf(schema)).not.toEqual([])
    for (const value of wrongOf(schema)) {
      const reply = await ask(service, [name, operation], { session, query: `?${param}=${value}` })
      expect(await problemOf(reply)).toEqual([400, 'validation_failed', `$.${param}`])
    }
  })

  const opaque = (...values: unknown[]): string => Buffer.from(JSON.stringify(values)).toString('base64url')
  const lists = withQuery.filter(([, { query }]) => query?.properties['cursor'] !== undefined)
  it.each(lists)('%s rejects a cursor that it never gave', async (...operation) => {
    const [kind] = operation
    const cursors = [
      'x',
      '11',
      opaque('another-list', 11),
      opaque(kind),
      opaque(kind, '11'),
      opaque(kind, -5),
      opaque(kind, 11, 'more'),
      `${opaque(kind, 11)}=`,
      opaque({}),
    ]
    for (const cursor of cursors) {
      expect(await verdictOf(await ask(service, operation, { session, query: `?cursor=${cursor}` }))).toEqual([
        400,
        'invalid_cursor',
      ])
    }
  })

  it.each(lists)('%s replies at the first and the farthest key there can be', async (...operation) => {
    const [kind] = operation
    const places =
      operation[0] === 'listSessions'
        ? ['0', 'f'].map((digit) => '00000000-0000-0000-0000-000000000000'.replaceAll('0', digit))
        : [1, Number.MAX_SAFE_INTEGER]
    for (const place of places) {
      expect(
        await verdictOf(await ask(service, operation, { session, query: `?cursor=${opaque(kind, place)}` })),
      ).toEqual([200, undefined])
    }
  })

  it.each(lists.filter(([, { allow }]) => allow !== 'signed_in'))(
    '%s is rejected before roles are read',
    async (...operation) => {
      const outsider = await service.signIn(105)
      expect(await verdictOf(await ask(service, operation, { session: outsider, query: '?cursor=x' }))).toEqual([
        400,
        'invalid_cursor',
      ])
    },
  )
})

describe('the precondition of a write', () => {
  const guarded = writes.filter(([, { ifMatch }]) => ifMatch)

  it.each(guarded)('%s rejects a request without one', async (...operation) => {
    expect(await verdictOf(await ask(service, operation, { session, ifMatch: null }))).toEqual([
      428,
      'precondition_required',
    ])
  })

  const malformed = ['*', 'W/"1"', '1', '"01"', '""', '"1', '"1", "2"', '"-1"', '"x"', '"1e1"', '"9007199254740992"']
  it.each(guarded)('%s rejects anything but one strong revision', async (...operation) => {
    for (const ifMatch of malformed) {
      expect(await problemOf(await ask(service, operation, { session, ifMatch }))).toEqual([
        400,
        'malformed_if_match',
        '$.headers.If-Match',
      ])
    }
  })

  it.each(guarded)('%s rejects two lines of it', async (_name, operation) => {
    const { status, text } = await sendRaw(service, operation.method, pathOf(operation), {
      headers: {
        Authorization: `Bearer ${session}`,
        'Content-Type': operation.csvBody ? 'text/csv' : 'application/json',
        'If-Match': ['"1"', '"1"'],
      },
      body: '{}',
    })
    expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'malformed_if_match' }])
  })

  it.each(guarded)('%s rejects a revision that is not the current one', async (...operation) => {
    for (const ifMatch of ['"7"', '"9007199254740991"']) {
      expect(await verdictOf(await ask(service, operation, { session, ifMatch }))).toEqual([412, 'revision_conflict'])
    }
  })
})
