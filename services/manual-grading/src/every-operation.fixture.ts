import { manualGrading } from '@course-grading/contracts/boundaries/manual-grading'
import type { Operation } from '@course-grading/contracts/operation/operation'
import { expect } from 'vitest'
import type { TestService } from './service.fixture.ts'

type NamedOperation = readonly [name: string, operation: Operation]

export const operations: readonly NamedOperation[] = Object.entries<Operation>(manualGrading.operations)

/** Sends the example of the contract; a registration is that of the demo world, whose callback is allowed. */
export function ask(service: TestService, [, operation]: NamedOperation): Promise<Response> {
  const { method, path, example, body } = operation
  const query = new URLSearchParams(Object.entries(example.query ?? {}).map(([name, value]) => [name, String(value)]))
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(example.params?.[name]))
  return service.request(method.toUpperCase(), `${target}?${query}`, {
    ...(body && { body: service.registrationOf(3001) }),
  })
}

/** Status, code, and `path code` of the first field error. */
export async function verdictOf(reply: Response): Promise<unknown[]> {
  const {
    code,
    requestId,
    fieldErrors = [],
  } = (await reply.json()) as {
    readonly code?: string
    readonly requestId?: string
    readonly fieldErrors?: readonly { readonly path: string; readonly code: string }[]
  }
  expect(requestId).toBe(reply.headers.get('x-request-id'))
  return [reply.status, code, ...fieldErrors.slice(0, 1).map((issue) => `${issue.path} ${issue.code}`)]
}
