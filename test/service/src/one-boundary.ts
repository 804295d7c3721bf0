import { expect, it } from 'vitest'
import type { ServiceOfTest } from './start-service-of-test.ts'

interface OneBoundary {
  /** An OpenAPI 3 document, computed from the contract. */
  readonly specification: object
  /** Names of the operations in the contract. */
  readonly operationIds: readonly string[]
  /** The problem code of a request without the secret. */
  readonly secretProblem: string
  /** Paths below the boundary's prefix at which clients might expect the specification. */
  readonly specificationPaths: readonly string[]
  readonly service: () => Pick<ServiceOfTest<unknown>, 'url' | 'logLines'>
  /** Names of the operations according to the handlers, or to another source. */
  readonly known: () => readonly (readonly string[])[]
  /** Sends a request with all credentials of the boundary. */
  readonly get: (path: string) => Promise<Response>
}

interface Described {
  readonly operationId: string
}

/** A valid value for every path parameter. */
const concrete = (path: string) => path.replaceAll(/\{\w+\}/g, '1')

/** Tests that contract, specification and running service agree, and that the specification is not served. */
export function itIsOneBoundary(boundary: OneBoundary): void {
  const { paths } = boundary.specification as { readonly paths: Record<string, Record<string, Described>> }
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({ operationId, method, path })),
  )
  const operationIds = boundary.operationIds.toSorted()

  it('has the same operations wherever they are listed', () => {
    expect(routes.map(({ operationId }) => operationId).toSorted()).toEqual(operationIds)
    for (const names of boundary.known()) expect(names.toSorted()).toEqual(operationIds)
  })

  it.each(Object.keys(paths))('serves exactly the methods that the specification has of %s', async (path) => {
    const methods = Object.keys(paths[path]!).map((method) => method.toUpperCase())
    const method = methods.includes('PATCH') ? 'PUT' : 'PATCH'
    const reply = await fetch(boundary.service().url + concrete(path), { method })
    expect(reply.status).toBe(405)
    expect(reply.headers.get('allow')?.split(', ')).toEqual(
      [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].toSorted(),
    )
  })

  it.each(routes)('replies to $method $path as $operationId', async ({ operationId, method, path }) => {
    const { url, logLines } = boundary.service()
    const before = logLines.length
    const reply = await fetch(url + concrete(path), { method: method.toUpperCase() })
    expect([reply.status, await reply.json()]).toMatchObject([401, { code: boundary.secretProblem }])
    await expect.poll(() => logLines.slice(before).join('')).toContain(`"operation":"${operationId}"`)
  })

  it.each(boundary.specificationPaths)('never serves its specification at %s', async (path) => {
    const reply = await boundary.get(path)
    expect([reply.status, await reply.json()]).toMatchObject([404, { code: 'not_found' }])
  })
}
