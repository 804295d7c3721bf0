import { fullRun } from '@course-grading/data/testing/full-run'
import { readTime, utcWithin } from '@course-grading/contracts/schemas/keywords'
import type { Operation } from '@course-grading/contracts/operation/operation'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edgeValues, fewEdgeValues, timeTexts, type ValueSchema, type ValuesFor, variantsOf } from './edge-values.ts'
import { type NamedOperation, operationsOf, rightRequest, send, type TestedBoundary } from './tested-boundary.ts'
import { problemIn, type WireReply, type WireRequest } from './wire-request.ts'

/**
 * Tests, only from the contract, that whatever a schema admits in a body or a parameter can be stored and searched: each
 * operation gets the edges of each of its fields, and never fails unforeseen. Only a full run tries every edge at every field.
 */
export function testEveryValue(tested: TestedBoundary): void {
  const operations = operationsOf(tested.boundary).toSorted(byEffect)
  const edges = fullRun ? edgeValues : fewEdgeValues()

  describe('every value that the contract admits', () => {
    it.each(operations.filter(([, { body }]) => body !== undefined))(
      'is taken in the body of %s, or refused with a reason',
      { timeout: 120_000 },
      async (_name, operation) => {
        const ask = await asker(tested, operation)
        let taken = 0
        for (const body of someBodiesOf(operation, edges)) {
          const { status, text } = await ask({ body })
          expect(status, `${text} ${body.slice(0, 2_000)}`).toBeLessThan(500)
          if (status < 300) taken += 1
        }
        if (['put', 'patch'].includes(operation.method)) expect(taken).toBeGreaterThan(0)
      },
    )

    it.each(operations.filter(([, { params, query }]) => params !== undefined || query !== undefined))(
      'is taken in the path and the query of %s, or refused with a reason',
      { timeout: 120_000 },
      async (_name, operation) => {
        const ask = await asker(tested, operation)
        for (const part of ['params', 'query'] as const) {
          for (const change of parametersOf(operation[part], edges)) {
            const { status, text } = await ask({ [part]: change })
            expect(status, `${text} ${JSON.stringify(change).slice(0, 2_000)}`).toBeLessThan(500)
          }
        }
      },
    )
  })

  const taking = operations.filter((each) => bodiesOf(each[1], ({ format }) => times(format, 'x')).length > 0)
  describe.runIf(taking.length > 0)('every time', () => {
    it.each(taking)(
      'in the body of %s is taken as RFC 3339 has it, or refused',
      { timeout: 120_000 },
      async (_name, operation) => {
        const ask = await asker(tested, operation)
        await fc.assert(
          fc.asyncProperty(timeTexts, async (time) => {
            const timeMs = readTime(time)
            const isValid = timeMs !== null && utcWithin([1970, 9999], timeMs) !== null
            for (const body of bodiesOf(operation, ({ format }) => times(format, time))) {
              const { status, text } = await ask({ body })
              expect(status < 300 ? 'taken' : status, `${text} ${body}`).toBe(isValid ? 'taken' : 400)
            }
          }),
          { numRuns: fullRun ? 1_000 : 40 },
        )
      },
    )
  })
}

const times = (format: string | undefined, time: string): readonly string[] => (format === 'date-time' ? [time] : [])

/** Writes that keep what they write to come before those that end something. */
const byEffect = ([, a]: NamedOperation, [, b]: NamedOperation): number => {
  const order = ['get', 'put', 'patch', 'post', 'delete']
  return order.indexOf(a.method) - order.indexOf(b.method)
}

const bodiesOf = ({ body, example }: Operation, valuesFor: ValuesFor): string[] =>
  body === undefined ? [] : variantsOf(body, example.body, valuesFor).map((value) => JSON.stringify(value))

/** The example where a body has no edges: its members are booleans, or of listed values. */
export function someBodiesOf(operation: Operation, valuesFor: ValuesFor): string[] {
  const bodies = bodiesOf(operation, valuesFor)
  return bodies.length > 0 ? bodies : [JSON.stringify(operation.example.body)]
}

/** Each edge of each parameter, percent-encoded. A cursor is no value of its own, and an empty part would change the path. */
function parametersOf(schema: ValueSchema | undefined, edges: ValuesFor): Record<string, string>[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, property]) =>
    name === 'cursor'
      ? []
      : edges(property)
          .filter((value) => value !== '')
          .map((value) => ({ [name]: encodeURIComponent(String(value)) })),
  )
}

/** Sends the operation's example with changes, each time with the current revision. */
async function asker(
  tested: TestedBoundary,
  operation: Operation,
): Promise<(change: Partial<WireRequest>) => Promise<WireReply>> {
  const right = await rightRequest(tested, operation)
  let revision = right.headers['If-Match']
  const ask = async ({ params, query, body }: Partial<WireRequest>): Promise<WireReply> => {
    const reply = await send(tested, operation, {
      ...right,
      params: { ...right.params, ...params },
      query: { ...right.query, ...query },
      headers: { ...right.headers, ...(revision !== undefined && { 'If-Match': revision }) },
      body: body ?? right.body,
    })
    const { etag } = reply.headers
    if (revision !== undefined && typeof etag === 'string') revision = etag
    return reply
  }
  const [, read] =
    operationsOf(tested.boundary, ({ method, path }) => method === 'get' && operation.path.startsWith(path)).at(-1) ??
    []
  return async (change) => {
    const reply = await ask(change)
    if (problemIn(reply).code !== 'revision_conflict') return reply
    if (read !== undefined && reply.headers['etag'] === undefined)
      revision =
        (await send(tested, read, { ...right, method: 'GET', query: {}, body: undefined })).headers['etag'] ?? '"0"'
    return await ask(change)
  }
}
