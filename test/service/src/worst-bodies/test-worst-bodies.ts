import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Operation } from '@course-grading/contracts/operation/operation'
import { describe, expect, it } from 'vitest'
import { operationsOf, rightRequest, send, type TestedBoundary } from '../every-operation/tested-boundary.ts'
import { mediaTypeOf, targetOf } from '../every-operation/wire-request.ts'
import type { Flood, FloodReplies } from './body-flood.ts'
import { worstBodies } from './worst-bodies.ts'

/** A read, and somebody who sends none of the bodies. */
export interface OtherReader {
  readonly operation: Operation
  readonly userId: number
}

const connections = 4
const readsOfEach = 30

/** Tests that nobody keeps others waiting by what they send. */
export function testWorstBodies(tested: TestedBoundary, other: OtherReader): void {
  const writes = operationsOf(tested.boundary, ({ method }) => method !== 'get')
  const bodies = writes.flatMap(([name, operation]) =>
    worstBodies(operation).map(([title, body]) => [name, title, operation, body] as const),
  )
  describe('the reads of others', () => {
    it.each(bodies)('go on beside %s with %s', { timeout: 120_000 }, async (_name, _title, operation, body) => {
      const alone = await readTimes(tested, other)
      const flood = await startFlood(tested, operation, body)
      const beside = await readTimes(tested, other)
      expect(Object.keys(await flood.end())).toEqual(['400'])
      expect(slowest(beside)).toBeLessThan(Math.max(250, 3 * slowest(alone)))
    })
  })
}

async function startFlood(tested: TestedBoundary, operation: Operation, body: Uint8Array) {
  const right = await rightRequest(tested, operation)
  const flood: Flood = {
    url: `${tested.url()}${tested.boundary.prefix}${targetOf(operation, right)}`,
    method: right.method,
    headers: { 'Content-Type': mediaTypeOf(operation), ...right.headers },
    body,
    connections,
  }
  const thread = new Worker(new URL('body-flood.ts', import.meta.url), { workerData: flood })
  let replies: FloodReplies = {}
  thread.on('message', (latest: FloodReplies) => {
    replies = latest
  })
  await once(thread, 'message')
  return {
    end: async (): Promise<FloodReplies> => {
      await thread.terminate()
      return replies
    },
  }
}

/** Milliseconds of reads one after the other, each of which succeeds. */
async function readTimes(tested: TestedBoundary, { operation, userId }: OtherReader): Promise<number[]> {
  const request = await rightRequest(tested, operation, userId)
  const times: number[] = []
  for (let read = 0; read < readsOfEach; read += 1) {
    const before = performance.now()
    const { status } = await send(tested, operation, request)
    times.push(performance.now() - before)
    expect(status).toBe(200)
  }
  return times
}

/** The 95th percentile. */
const slowest = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Infinity
