import { commonProblemsOf, type Operation } from '@course-grading/contracts/operation/operation'
import { describe, expect, it } from 'vitest'
import { itReadsBodies } from './bodies.ts'
import { demoPeople } from './demo-people.ts'
import { genericFaults } from './generic-faults.ts'
import { itChecksInOrder, withFaults } from './order-of-checks.ts'
import { isOfPerson, operationsOf, rightRequest, send, verdictOf, type TestedBoundary } from './tested-boundary.ts'
import { problemIn, type WireRequest } from './wire-request.ts'
import { allowsEmpty, edgesOf, wrongPartsOf, wrongValuesOf } from './wrong-values.ts'

/**
 * Tests what every operation of a boundary has in common, only from its contract: each fault, each pair of faults, each
 * person of the demo world, each malformed parameter. Operations need no test of these of their own.
 */
export function testEveryOperation(tested: TestedBoundary): void {
  const operations = operationsOf(tested.boundary)
  for (const [name] of operations) itChecksInOrder(tested, name)
  itShowsCommonProblems(tested)
  if (tested.secret !== undefined) itTakesSecrets(tested, tested.secret)
  if (tested.credential !== undefined) for (const person of demoPeople) itGrants(tested, person)
  itReadsParameters(tested)
  itReadsCursors(tested)
  itReadsBodies(tested)

  describe('a read', () => {
    const ofNoPerson = operationsOf(tested.boundary, (each) => each.method === 'get' && !isOfPerson(each))
    it.each(ofNoPerson)('%s replies to its example', async (_name, operation) => {
      const { status } = await send(tested, operation, await rightRequest(tested, operation))
      expect(Object.keys(operation.replies).map(Number)).toContain(status)
    })

    it.each(operationsOf(tested.boundary, ({ method }) => method === 'get'))(
      '%s closes the connection without reading a body',
      async (_name, operation) => {
        const request = { ...(await rightRequest(tested, operation)), body: '{' }
        expect((await send(tested, operation, request)).headers['connection']).toBe('close')
      },
    )
  })
}

/**
 * Problems that an operation has because of its kind. `genericFaults` provokes them, or they come from the service's
 * environment.
 */
function itShowsCommonProblems(tested: TestedBoundary): void {
  const { operations, commonProblems } = tested.boundary
  /** Problems of the database, the load and the learning platform. The services' own tests provoke these around each operation. */
  const ofEnvironment = [
    'internal',
    'overloaded',
    'upstream_unavailable',
    'aplus_unavailable',
    'invalid_upstream_token',
  ]

  describe('the problems that operations have in common', () => {
    it.each(Object.entries(operations))('are exactly those that can be provoked in %s', async (_name, operation) => {
      const provoked = new Set((await genericFaults(tested, operation)).map(({ code }) => code))
      provoked.delete('method_not_allowed')
      const listed = commonProblemsOf(operation, commonProblems).filter((code) => !ofEnvironment.includes(code))
      expect([...provoked].filter((code) => !operation.problems.includes(code))).toEqual([])
      // A caller who may configure the course gets no problem if it is not configured yet.
      const never = operation.subject === 'course_in_body' ? ['not_found'] : []
      expect(listed.filter((code) => !provoked.has(code) && !never.includes(code))).toEqual([])
    })
  })
}

function itTakesSecrets(tested: TestedBoundary, secret: NonNullable<TestedBoundary['secret']>): void {
  describe('the secret of the service', () => {
    const unknown = { query: { surprise: '1' } }
    it.each(operationsOf(tested.boundary))('%s accepts the previous secret, too', async (_name, operation) => {
      const right = await rightRequest(tested, operation)
      const request = { ...right, ...unknown, headers: { ...right.headers, [secret.header]: secret.previous } }
      expect(await verdictOf(tested, operation, request)).toEqual([400, 'validation_failed'])
    })

    it('is rejected in the same way whatever is wrong with it', async () => {
      const [, operation] = operationsOf(tested.boundary)[0]!
      const right = await rightRequest(tested, operation)
      const faults = (await genericFaults(tested, operation)).filter(({ check }) => check === 'secret')
      const replies = await Promise.all(
        faults.map(async (fault) => {
          const request = withFaults(
            { ...right, headers: { ...right.headers, 'X-Request-ID': 'the-same-id' } },
            operation,
            [fault],
          )
          const {
            headers: { date: _, ...headers },
            ...rest
          } = await send(tested, operation, request)
          return JSON.stringify({ ...rest, headers })
        }),
      )
      expect(new Set(replies).size).toBe(1)
    })
  })
}

/** What a person may not do is among the faults of each operation. */
function itGrants(tested: TestedBoundary, person: (typeof demoPeople)[number]): void {
  // If the body names the subject, only the operation's own test can check the right without performing the operation.
  const operations = operationsOf(
    tested.boundary,
    ({ allow, subject }) => person.has.includes(allow) && subject !== 'course_in_body',
  )
  if (operations.length === 0) return
  describe(`the rights of ${person.title}`, () => {
    it.each(operations)('suffice for %s', async (_name, operation) => {
      const right = await rightRequest(tested, operation, person.userId)
      if (operation.method === 'get') {
        const { status } = problemIn(await send(tested, operation, right))
        expect(Object.keys(operation.replies).map(Number)).toContain(status)
      } else {
        // The right is checked before the media type, so this shows the right without performing the operation.
        const request = withFaults(right, operation, [
          { check: 'media type', title: '', code: '', headers: { 'Content-Type': 'text/plain' }, text: () => 'x' },
        ])
        expect(await verdictOf(tested, operation, request)).toEqual([415, 'unsupported_media_type'])
      }
    })
  })
}

function itReadsParameters(tested: TestedBoundary): void {
  const parametersOf = (part: 'params' | 'query') =>
    operationsOf(tested.boundary).flatMap(([name, operation]) =>
      Object.entries(operation[part]?.properties ?? {}).map(
        ([parameter, schema]) => [name, parameter, { operation, schema }] as const,
      ),
    )
  /** Each schema once. One wrong value of each parameter is among the faults of its operation. */
  const schemasOf = (part: 'params' | 'query') =>
    [...Map.groupBy(parametersOf(part), ([, , { schema }]) => JSON.stringify(schema)).values()].map(([first]) => first!)
  const issueOf = async (operation: Operation, request: WireRequest): Promise<unknown[]> => {
    const { status, code, issues } = problemIn(await send(tested, operation, request))
    return [status, code, issues.at(-1)?.path]
  }

  describe('a parameter in the path', () => {
    it.each(schemasOf('params'))('%s rejects invalid values of %s', async (_name, parameter, { operation, schema }) => {
      const right = await rightRequest(tested, operation)
      for (const value of wrongValuesOf(schema)) {
        const request = { ...right, params: { ...right.params, [parameter]: value } }
        expect(await issueOf(operation, request), value).toEqual([400, 'validation_failed', `$.${parameter}`])
      }
    })

    const ids = parametersOf('params').filter(([, , { schema }]) => 'maximum' in schema)
    it.each(ids)('%s finds nothing for the largest possible %s', async (_name, parameter, { operation }) => {
      const right = await rightRequest(tested, operation)
      const request = { ...right, params: { ...right.params, [parameter]: String(Number.MAX_SAFE_INTEGER) } }
      expect((await verdictOf(tested, operation, request))[0]).toBe(parameter === 'courseId' ? 403 : 404)
    })
  })

  const parameters = parametersOf('query')
  if (parameters.length === 0) return
  describe('a parameter in the query', () => {
    it.each(parameters)(
      '%s rejects invalid values of %s, and the parameter twice',
      async (_name, parameter, { operation, schema }) => {
        const right = await rightRequest(tested, operation)
        for (const value of [
          ...wrongValuesOf(schema),
          ...(allowsEmpty(schema) ? [] : ['']),
          '%ff',
          [right.query[parameter] ?? '1', right.query[parameter] ?? '1'].flat(),
        ]) {
          const request = { ...right, query: { ...right.query, [parameter]: value } }
          expect(await issueOf(operation, request), String(value)).toEqual([400, 'validation_failed', `$.${parameter}`])
        }
      },
    )

    const required = parameters.filter(([, parameter, { operation }]) => operation.query?.required?.includes(parameter))
    it.runIf(required.length > 0).each(required)('%s needs its %s', async (_name, parameter, { operation }) => {
      const right = await rightRequest(tested, operation)
      const { [parameter]: _, ...query } = right.query
      expect(await issueOf(operation, { ...right, query })).toEqual([400, 'validation_failed', `$.${parameter}`])
    })
  })
}

function itReadsCursors(tested: TestedBoundary): void {
  const lists = operationsOf(tested.boundary, ({ pageKey }) => pageKey !== undefined)
  if (lists.length === 0) return
  const cursor = (...values: unknown[]): string => Buffer.from(JSON.stringify(values)).toString('base64url')
  const at = async (operation: Operation, value: string): Promise<readonly unknown[]> => {
    const right = await rightRequest(tested, operation)
    return await verdictOf(tested, operation, { ...right, query: { ...right.query, cursor: value } })
  }

  describe('a cursor', () => {
    it.each(lists)('%s rejects a cursor that it never issued', async (name, operation) => {
      const first = (operation.pageKey ?? []).map((schema) => edgesOf(schema)[0])
      const never = [
        'x',
        '11',
        cursor('anotherList', ...first),
        cursor(name),
        cursor(name, ...first.map(() => ({}))),
        cursor(name, ...first.map(() => -5)),
        cursor(name, ...first, 'more'),
        `${cursor(name, ...first)}=`,
        cursor({}),
      ]
      for (const value of never) expect(await at(operation, value), value).toEqual([400, 'invalid_cursor'])
    })

    it.each(lists)('%s rejects a cursor in which any one part is wrong', async (name, operation) => {
      const keys = operation.pageKey ?? []
      const first = keys.map((schema) => edgesOf(schema)[0])
      for (const [index, schema] of keys.entries()) {
        for (const wrong of wrongPartsOf(schema))
          expect(await at(operation, cursor(name, ...first.with(index, wrong))), String(wrong)).toEqual([
            400,
            'invalid_cursor',
          ])
      }
    })

    it.each(lists)('%s accepts the first and the last possible position', async (name, operation) => {
      for (const edge of [0, 1] as const) {
        const key = (operation.pageKey ?? []).map((schema) => edgesOf(schema)[edge])
        expect(await at(operation, cursor(name, ...key))).toEqual([200, undefined])
      }
    })
  })
}
