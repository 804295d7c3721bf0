import { bodyLimitBytes } from '@course-grading/contracts/operation/limits'
import type { Operation } from '@course-grading/contracts/operation/operation'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { operationsOf, rightRequest, send, sendWithoutBody, type TestedBoundary } from './tested-boundary.ts'
import { mediaTypeOf, problemIn } from './wire-request.ts'

const noJson = ['\ufeff{}', '{"a":1,"a":2}']
const otherJson = ['[]', 'null']

/** Tests how every write rejects bodies that are invalid for any operation. */
export function itReadsBodies(tested: TestedBoundary): void {
  const writes = operationsOf(tested.boundary, ({ method }) => method !== 'get')
  const problemOf = async (
    operation: Operation,
    body: string,
    headers: Record<string, string> = {},
  ): Promise<unknown[]> => {
    const right = await rightRequest(tested, operation)
    const type = mediaTypeOf(operation)
    const request = { ...right, body, headers: { 'Content-Type': type, ...right.headers, ...headers } }
    const { status, code, issues } = problemIn(await send(tested, operation, request))
    return [status, code, issues[0]?.path]
  }

  describe('the body of a write', () => {
    it.each(writes)(
      'of %s is rejected if it is too large, although no length was announced',
      async (_name, operation) => {
        const reply = problemOf(operation, ' '.repeat(bodyLimitBytes + 1), { 'Transfer-Encoding': 'chunked' })
        expect(await reply).toEqual(
          operation.maxBody.bytes < bodyLimitBytes
            ? [400, 'validation_failed', '$']
            : [413, 'payload_too_large', undefined],
        )
      },
    )

    it.each<[string, (socket: Socket) => void, unknown[]]>([
      ['does not arrive within 30 s', () => vi.advanceTimersByTime(30_000), [408, 'request_timeout', []]],
      [
        'is no HTTP',
        (socket) => socket.write('no chunk\r\n'),
        [400, 'validation_failed', [expect.objectContaining({ path: '$', code: 'malformed_json' })]],
      ],
    ])('gets a problem if it %s', async (_what, breakOff, wanted) => {
      const [, operation] = writes.find(([, { body, csvBody }]) => body && !csvBody)!
      const request = await rightRequest(tested, operation)
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const reply = await sendWithoutBody(tested, operation, request, breakOff)
      const { status, code, issues, requestId } = problemIn(reply)
      expect([status, code, issues, requestId]).toEqual([...wanted, reply.headers['x-request-id']])
    })
    afterEach(() => void vi.useRealTimers())

    const ofJson = writes.filter(([, { csvBody }]) => !csvBody)
    it.each(ofJson)('of %s is rejected when it is no JSON, or JSON of another kind', async (_name, operation) => {
      const rejected = [400, 'validation_failed']
      for (const body of noJson) {
        const problem = await problemOf(operation, body)
        expect(problem, body).toEqual([...rejected, expect.stringMatching(/^\$/)])
      }
      for (const body of otherJson) expect(await problemOf(operation, body), body).toEqual([...rejected, '$'])
    })
  })
}
