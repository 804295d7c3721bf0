import { fullRun } from '@course-grading/data/testing/full-run'
import type { Operation } from '@course-grading/contracts/operation/operation'
import { describe, expect, it } from 'vitest'
import { type Fault, genericFaults, orderOf } from './generic-faults.ts'
import { rightRequest, send, verdict, type TestedBoundary } from './tested-boundary.ts'
import { mediaTypeOf, problemIn, type WireRequest } from './wire-request.ts'

/** A fault of one operation only. Among faults of the same check, the one with the smaller `order` is reported. */
export interface OwnFault extends Fault {
  readonly order?: number
}

/**
 * Tests each fault of an operation, and pairs of faults: the problem of the earlier check is reported. `own` are the faults
 * of the operation itself. The others follow from its contract.
 */
export function itChecksInOrder(tested: TestedBoundary, name: string, own: readonly OwnFault[] = []): void {
  const operation = tested.boundary.operations[name]
  if (operation === undefined) throw new Error(`${name} is no operation of this boundary`)

  describe(`${name}: the order of checks`, () => {
    it('rejects each fault with its problem', { timeout: 60_000 }, async () => {
      for (const fault of await faultsOf(tested, operation, own)) {
        expect(await replyTo(tested, operation, [fault]), fault.title).toEqual(expectedOf(tested, fault))
      }
    })

    it('reports the one of two faults that is checked first', { timeout: 120_000 }, async () => {
      const faults = sampled(await faultsOf(tested, operation, own))
      const order = rankIn(tested, operation)
      for (const first of faults) {
        const later = faults.filter((fault) => order(fault) > order(first) && !isSamePart(first, fault))
        // The check that follows shows the order; all later ones are for a full run.
        const next = Math.min(...later.map(order))
        for (const second of fullRun ? later : later.filter((fault) => order(fault) === next)) {
          const title = `${first.title}, and ${second.title}`
          expect(await replyTo(tested, operation, [first, second]), title).toEqual(expectedOf(tested, first))
        }
      }
    })
  })
}

const rankIn = (tested: TestedBoundary, operation: Operation): ((fault: OwnFault) => number) => {
  const order = orderOf(tested, operation)
  return ({ check, order: within = 0 }) => order(check) + within / 100
}

async function faultsOf(tested: TestedBoundary, operation: Operation, own: readonly OwnFault[]): Promise<OwnFault[]> {
  return [...(await genericFaults(tested, operation)), ...own]
}

/** The first and the last fault of each check. All pairs would be too many, and would show nothing more. */
function sampled(faults: readonly OwnFault[]): OwnFault[] {
  return [...Map.groupBy(faults, ({ check }) => check)].flatMap(([check, same]) =>
    check === 'own' || check === 'parameters' || same.length < 3 ? same : [same[0]!, same.at(-1)!],
  )
}

/** What a fault replaces. One part of a request cannot be wrong in two ways; texts are changed one after the other. */
const partsOf = ({ method, params, query, headers, url }: Fault): string[] => [
  ...(method === undefined ? [] : ['method']),
  ...(url === undefined ? [] : ['url']),
  ...Object.keys(params ?? {}).map((name) => `path ${name}`),
  ...Object.keys(query ?? {}).map((name) => `query ${name}`),
  ...Object.keys(headers ?? {}).map((name) => `header ${name}`),
]

const isSamePart = (one: Fault, other: Fault): boolean => partsOf(one).some((part) => partsOf(other).includes(part))

function expectedOf(tested: TestedBoundary, { code, path }: Fault): unknown[] {
  return [...verdict(tested, code), ...(path === undefined ? [] : [path])]
}

/** Status, code and, if there is one, the path of the first issue. */
async function replyTo(
  tested: TestedBoundary,
  operation: Operation,
  faults: readonly OwnFault[],
): Promise<readonly unknown[]> {
  const request = withFaults(await rightRequest(tested, operation), operation, faults)
  const url = await (faults.find((fault) => fault.url !== undefined)?.url ?? tested.url)()
  const reply = await send({ boundary: tested.boundary, url: () => url }, operation, request)
  const { status, code, requestId, issues } = problemIn(reply)
  expect(requestId).toBe(reply.headers['x-request-id'])
  return [status, code, ...issues.slice(0, 1).map(({ path }) => path)]
}

/** The request with all faults. Where two change its text, the change of the one that is checked first is applied last. */
export function withFaults(request: WireRequest, operation: Operation, faults: readonly Fault[]): WireRequest {
  const merged = <Part extends 'params' | 'query' | 'headers'>(part: Part): object =>
    Object.assign({}, request[part], ...faults.map((fault) => fault[part] ?? {})) as object
  const edits = faults.flatMap(({ text }) => text ?? []).toReversed()
  const body = edits.length === 0 ? request.body : edits.reduce((text, edit) => edit(text), request.body ?? '')
  const headers = {
    ...(body !== undefined && { 'Content-Type': mediaTypeOf(operation) }),
    ...merged('headers'),
  } as Record<string, string | readonly string[] | null>
  return {
    method: faults.find(({ method }) => method !== undefined)?.method ?? request.method,
    params: merged('params') as WireRequest['params'],
    query: merged('query') as WireRequest['query'],
    headers: Object.fromEntries(Object.entries(headers).filter((entry) => entry[1] !== null)) as WireRequest['headers'],
    body,
  }
}
