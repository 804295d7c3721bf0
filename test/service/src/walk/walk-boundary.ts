import { commonProblemsOf, type Operation } from '@course-grading/contracts'
import { beforeAll, describe, expect, it } from 'vitest'
import { itReadsBodies } from './bodies.ts'
import { demoPeople } from './demo-people.ts'
import { genericFaults } from './generic-faults.ts'
import { itChecksInOrder, withFaults } from './order-of-checks.ts'
import {
  isOfPerson,
  operationsOf,
  rightRequest,
  send,
  verdict,
  verdictOf,
  type WalkedBoundary,
  withoutRight,
} from './walked-boundary.ts'
import { problemIn, type WireRequest } from './wire-request.ts'
import { edgesOf, wrongValuesOf } from './wrong-values.ts'

/**
 * Tests what every operation of a boundary has in common, from its contract alone: each fault, each pair of faults, each
 * person of the demo world, each malformed parameter. Operations need no test of these of their own.
 */
export function walkBoundary(walked: WalkedBoundary): void {
  const operations = operationsOf(walked.boundary)
  for (const [name] of operations) itChecksInOrder(walked, name)
  itShowsCommonProblems(walked)
  if (walked.secret !== undefined) itTakesSecrets(walked, walked.secret)
  if (walked.credential !== undefined) for (const person of demoPeople) itGrants(walked, person)
  itReadsParameters(walked)
  itReadsCursors(walked)
  itReadsBodies(walked)

  describe('a read', () => {
    const ofNoPerson = operationsOf(walked.boundary, (each) => each.method === 'get' && !isOfPerson(each))
    it.each(ofNoPerson)('%s answers its example', async (_name, operation) => {
      const { status } = await send(walked, operation, await rightRequest(walked, operation))
      expect(Object.keys(operation.replies).map(Number)).toContain(status)
    })

    it.each(operationsOf(walked.boundary, ({ method }) => method === 'get'))(
      '%s leaves a body unread, and closes the connection',
      async (_name, operation) => {
        const request = { ...(await rightRequest(walked, operation)), body: '{' }
        expect((await send(walked, operation, request)).headers['connection']).toBe('close')
      },
    )
  })
}

/** Problems that an operation has because of its kind. The walk provokes them, or they come from the service's environment. */
function itShowsCommonProblems(walked: WalkedBoundary): void {
  const { operations, commonProblems } = walked.boundary
  /** Problems of the database, the load and the learning platform. The services' own tests provoke these around each operation. */
  const ofSurroundings = [
    'internal',
    'overloaded',
    'upstream_unavailable',
    'aplus_unavailable',
    'invalid_upstream_token',
  ]

  describe('the problems that operations have in common', () => {
    it.each(Object.entries(operations))('are all provoked in %s, and no other', async (_name, operation) => {
      const provoked = new Set((await genericFaults(walked, operation)).map(({ code }) => code))
      provoked.delete('method_not_allowed')
      const listed = commonProblemsOf(operation, commonProblems).filter((code) => !ofSurroundings.includes(code))
      expect([...provoked].filter((code) => !operation.problems.includes(code))).toEqual([])
      // A caller who may configure the course gets no problem if it is not configured yet.
      const never = operation.subject === 'course_in_body' ? ['not_found'] : []
      expect(listed.filter((code) => !provoked.has(code) && !never.includes(code))).toEqual([])
    })
  })
}

function itTakesSecrets(walked: WalkedBoundary, secret: NonNullable<WalkedBoundary['secret']>): void {
  describe('the secret of the service', () => {
    const unknown = { query: { surprise: '1' } }
    it.each(operationsOf(walked.boundary))('%s accepts each of the two active ones', async (_name, operation) => {
      const right = await rightRequest(walked, operation)
      for (const value of [secret.current, secret.previous]) {
        const request = { ...right, ...unknown, headers: { ...right.headers, [secret.header]: value } }
        expect(await verdictOf(walked, operation, request)).toEqual([400, 'validation_failed'])
      }
    })

    it('is rejected in the same way whatever is wrong with it', async () => {
      const [, operation] = operationsOf(walked.boundary)[0]!
      const right = await rightRequest(walked, operation)
      const faults = (await genericFaults(walked, operation)).filter(({ check }) => check === 'secret')
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
          } = await send(walked, operation, request)
          return JSON.stringify({ ...rest, headers })
        }),
      )
      expect(new Set(replies).size).toBe(1)
    })
  })
}

function itGrants(walked: WalkedBoundary, person: (typeof demoPeople)[number]): void {
  // If the body names the subject, only the operation's own test can check the right without performing the operation.
  const operations = operationsOf(
    walked.boundary,
    (operation) =>
      isOfPerson(operation) && !(operation.subject === 'course_in_body' && person.has.includes(operation.allow)),
  )
  describe(`the rights of ${person.title}`, () => {
    let right: (operation: Operation) => Promise<WireRequest>
    beforeAll(() => {
      right = (operation) => rightRequest(walked, operation, person.userId)
    })

    it.each(operations)('decide about %s', async (_name, operation) => {
      if (!person.has.includes(operation.allow)) {
        const expected = verdict(walked, withoutRight(walked, operation, person))
        expect(await verdictOf(walked, operation, await right(operation))).toEqual(expected)
      } else if (operation.method === 'get') {
        const { status } = problemIn(await send(walked, operation, await right(operation)))
        expect(Object.keys(operation.replies).map(Number)).toContain(status)
      } else {
        // The right is checked before the media type, so this shows the right without performing the operation.
        const request = withFaults(await right(operation), operation, [
          { check: 'media type', title: '', code: '', headers: { 'Content-Type': 'text/plain' }, text: () => 'x' },
        ])
        expect(await verdictOf(walked, operation, request)).toEqual([415, 'unsupported_media_type'])
      }
    })
  })
}

function itReadsParameters(walked: WalkedBoundary): void {
  const parametersOf = (part: 'params' | 'query') =>
    operationsOf(walked.boundary).flatMap(([name, operation]) =>
      Object.entries(operation[part]?.properties ?? {}).map(
        ([parameter, schema]) => [name, parameter, { operation, schema }] as const,
      ),
    )
  const issueOf = async (operation: Operation, request: WireRequest): Promise<unknown[]> => {
    const { status, code, issues } = problemIn(await send(walked, operation, request))
    return [status, code, issues.at(-1)?.path]
  }

  describe('a parameter in the path', () => {
    it.each(parametersOf('params'))(
      '%s rejects what cannot be its %s',
      async (_name, parameter, { operation, schema }) => {
        const right = await rightRequest(walked, operation)
        for (const value of wrongValuesOf(schema)) {
          const request = { ...right, params: { ...right.params, [parameter]: value } }
          expect(await issueOf(operation, request), value).toEqual([400, 'validation_failed', `$.${parameter}`])
        }
      },
    )

    const ids = parametersOf('params').filter(([, , { schema }]) => 'maximum' in schema)
    it.each(ids)('%s finds nothing at the largest %s that there can be', async (_name, parameter, { operation }) => {
      const right = await rightRequest(walked, operation)
      const request = { ...right, params: { ...right.params, [parameter]: String(Number.MAX_SAFE_INTEGER) } }
      expect((await verdictOf(walked, operation, request))[0]).toBe(parameter === 'courseId' ? 403 : 404)
    })
  })

  describe('a parameter in the query', () => {
    const isRead = walked.boundary.checksFirst === 'credential'
    const parameters = parametersOf('query')
    it.runIf(isRead).each(operationsOf(walked.boundary))(
      '%s rejects one that it does not know',
      async (_name, operation) => {
        const right = await rightRequest(walked, operation)
        const request = { ...right, query: { ...right.query, surprise: '1' } }
        expect(await issueOf(operation, request)).toEqual([400, 'validation_failed', '$.surprise'])
      },
    )

    it.runIf(parameters.length > 0).each(parameters)(
      '%s rejects what cannot be its %s, and one that occurs twice',
      async (_name, parameter, { operation, schema }) => {
        const right = await rightRequest(walked, operation)
        for (const value of [
          ...wrongValuesOf(schema),
          '',
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
      const right = await rightRequest(walked, operation)
      const { [parameter]: _, ...query } = right.query
      expect(await issueOf(operation, { ...right, query })).toEqual([400, 'validation_failed', `$.${parameter}`])
    })
  })
}

function itReadsCursors(walked: WalkedBoundary): void {
  const lists = operationsOf(walked.boundary, ({ pageKey }) => pageKey !== undefined)
  if (lists.length === 0) return
  const cursor = (...values: unknown[]): string => Buffer.from(JSON.stringify(values)).toString('base64url')
  const at = async (operation: Operation, value: string): Promise<readonly unknown[]> => {
    const right = await rightRequest(walked, operation)
    return await verdictOf(walked, operation, { ...right, query: { ...right.query, cursor: value } })
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

    it.each(lists)('%s accepts the first and the last possible position', async (name, operation) => {
      for (const edge of [0, 1] as const) {
        const key = (operation.pageKey ?? []).map((schema) => edgesOf(schema)[edge])
        expect(await at(operation, cursor(name, ...key))).toEqual([200, undefined])
      }
    })
  })
}
