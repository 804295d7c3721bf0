import { bodyLimitBytes } from '@course-grading/contracts/operation/limits'
import type { Operation } from '@course-grading/contracts/operation/operation'
import { describe, expect, it } from 'vitest'
import { operationsOf, rightRequest, send, type TestedBoundary } from './tested-boundary.ts'
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
